// The log: events become lines; what belongs together (a play and the call, a draw and the pass) shares one.

import { t } from '../messages/index.svelte'
import type { TableEvent } from '../net/protocol'
import { sentence, tableSentence, type Sentence } from './sentences'

export interface Line {
  key: string
  divider: string | null
  parts: Sentence
}

/** Effects that continue the sentence of the play before them. */
const FOLLOWS = new Set(['skip', 'reverse', 'call', 'pass', 'owes', 'name', 'swap', 'hands_passed'])

const isPlay = (event: TableEvent, name: string) =>
  event.type === 'game' &&
  (event.seen.type === 'play' || event.seen.type === 'jump') &&
  event.seen.player === name

/** The plays that left one card without a call, while they can be caught. Earlier ones stay until the player calls. */
export function exposures(
  before: ReadonlySet<TableEvent>,
  events: readonly TableEvent[],
  view: { catchable: string[]; called: string[] },
): Set<TableEvent> {
  const kept = [...before].filter((event) => !view.called.some((name) => isPlay(event, name)))
  const found = view.catchable.flatMap((name) => events.findLast((event) => isPlay(event, name)) ?? [])
  return new Set([...kept, ...found])
}

export function logLines(
  events: readonly TableEvent[],
  you: string | null,
  exposed: ReadonlySet<TableEvent> = new Set(),
): Line[] {
  const out: Line[] = []
  events.forEach((event, i) => {
    const key = `${event.n}.${i}`
    if (event.type === 'deal') out.push({ key, divider: t('table.deal', { round: event.round }), parts: [] })
    else if (event.type === 'game') {
      const { seen } = event
      const last = out.at(-1)
      const next = events[i + 1]
      const before = events[i - 1]
      const kept =
        seen.type === 'draw' && seen.count === 1 && next?.type === 'game' && next.seen.type === 'pass'
      if (
        seen.type === 'pass' &&
        before?.type === 'game' &&
        before.seen.type === 'draw' &&
        before.seen.count === 1
      )
        return
      const parts = sentence(seen, you, kept)
      if (exposed.has(event)) parts.push({ kind: 'text', text: ` ${t('event.left.one')}` })
      const forced = seen.type === 'draw' && seen.why !== 'choice'
      if (last && last.divider === null && (FOLLOWS.has(seen.type) || forced)) {
        last.parts = [...last.parts, { kind: 'text', text: ' ' }, ...parts]
      } else if (seen.type !== 'dealer_card') out.push({ key, divider: null, parts })
    } else {
      const parts = tableSentence(event, you)
      if (parts) out.push({ key, divider: null, parts })
    }
  })
  return out
}
