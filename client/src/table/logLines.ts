// The log: events become lines; what belongs together (a play and the call, a draw and the pass) shares one.

import { t } from '../messages/index.svelte'
import type { AnyEvent, TableEvent } from '../net/protocol'
import { sentence, tableSentence, type Sentence } from './sentences'

export interface Line {
  key: string
  divider: string | null
  parts: Sentence
}

/** Effects that continue the sentence of the play before them. */
const FOLLOWS = new Set(['skip', 'reverse', 'call', 'pass', 'owes', 'name', 'swap', 'hands_passed'])

const gameEvent = (event: TableEvent | undefined): AnyEvent | null =>
  event?.type === 'game' ? event.event : null

/** A card was drawn and kept: the draw and the pass are one sentence. */
const keptDraw = (draw: AnyEvent | null, next: AnyEvent | null): boolean =>
  draw?.type === 'draw' && draw.count === 1 && next?.type === 'pass'

export const follows = (event: AnyEvent): boolean =>
  FOLLOWS.has(event.type) || (event.type === 'draw' && event.why !== 'choice')

/** Without the last so many events of the game, which are not on the stage yet. */
export function begunEvents(events: readonly TableEvent[], waiting: number): readonly TableEvent[] {
  if (waiting === 0) return events
  let left = waiting
  return events
    .toReversed()
    .filter((event) => left === 0 || (event.type !== 'game' && event.type !== 'deal') || left-- === 0)
    .reverse()
}

export function logLines(events: readonly TableEvent[], you: string | null): Line[] {
  const out: Line[] = []
  events.forEach((event, i) => {
    const key = `${event.n}.${i}`
    const add = (parts: Sentence, divider: string | null = null) => out.push({ key, divider, parts })
    if (event.type === 'deal') add([], t('table.deal', { round: event.round }))
    else if (event.type === 'dealer_draw') {
      if (event.number === 1) add([], t('table.draw'))
    } else if (event.type !== 'game') {
      const parts = tableSentence(event, you)
      if (parts) add(parts)
    } else if (!keptDraw(gameEvent(events[i - 1]), event.event)) {
      const parts = sentence(event.event, you, keptDraw(event.event, gameEvent(events[i + 1])))
      const last = out.at(-1)
      if (last?.divider === null && follows(event.event))
        last.parts = [...last.parts, { kind: 'text', text: ' ' }, ...parts]
      else if (parts.length > 0) add(parts)
    }
  })
  return out
}
