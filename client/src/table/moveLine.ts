// The line of the last move: who did what, and what it did to whom. Where there is no room for all of it, it is
// shortened from the end that concerns the reader least.

import { pieces, t } from '../messages/index.svelte'
import type { AnyEvent, TableEvent } from '../net/protocol'
import { follows } from './logLines'
import { sentence, type Part, type Sentence } from './sentences'

/** One sentence of the line. */
export interface Piece {
  parts: Sentence
  yours: boolean // it happens to the reader
}

/** The events of the last move. */
export function lastMove(events: readonly TableEvent[]): AnyEvent[] {
  const found: AnyEvent[] = []
  for (const event of [...events].reverse()) {
    if (event.type === 'deal') break
    if (event.type !== 'game') continue
    found.unshift(event.event)
    if (event.event.type !== 'round_over' && !follows(event.event)) break
  }
  return found
}

function happensTo(event: AnyEvent, you: string | null): boolean {
  if (you === null) return false
  const { player } = event
  switch (event.type) {
    case 'draw':
    case 'skip':
    case 'owes':
    case 'charge':
      return player === you
    case 'swap':
      return player === you || event.with === you
    case 'hands_passed':
      return true
    case 'catch':
      return event.caught === you
    case 'false_catch':
      return event.accused === you || player === you
    case 'challenge':
      return event.against === you || player === you
    default:
      return false
  }
}

/** The sentences of a move. A draw by force and the lost turn are one. */
export function moveLine(events: readonly AnyEvent[], you: string | null): Piece[] {
  const out: Piece[] = []
  events.forEach((event, i) => {
    const [before, next] = [events[i - 1], events[i + 1]]
    const yours = happensTo(event, you)
    const forced = (one: AnyEvent | undefined, by: AnyEvent | undefined) =>
      one?.type === 'draw' && one.count > 0 && by?.type === 'skip' && one.player === by.player
    if (forced(before, event)) return
    if (event.type === 'pass' && before?.type === 'draw' && before.count === 1) return
    if (event.type === 'draw' && forced(event, next)) {
      out.push({ parts: drawsAndSitsOut(event.player ?? '', event.count, you), yours })
      return
    }
    const kept = event.type === 'draw' && event.count === 1 && next?.type === 'pass'
    const parts = sentence(event, you, kept)
    if (parts.length > 0) out.push({ parts, yours })
  })
  return out
}

function drawsAndSitsOut(player: string, count: number, you: string | null): Sentence {
  return pieces(player === you ? 'move.hit.you' : 'move.hit', { count }).map((piece): Part =>
    'text' in piece
      ? { kind: 'text', text: piece.text }
      : { kind: 'name', text: player === you ? t('you', {}, piece.form) : player },
  )
}

const LONG = 14 // letters of a name; a longer one gives way first

const shorter = (parts: Sentence): Sentence =>
  parts.map((part) =>
    part.kind === 'name' && part.text.length > LONG
      ? { kind: 'name', text: `${[...part.text].slice(0, LONG - 2).join('')}…` }
      : part,
  )

const joined = (line: readonly Piece[]): Sentence =>
  line.flatMap((piece, i): Sentence => [
    ...(i === 0 ? [] : [{ kind: 'text' as const, text: ' ' }]),
    ...piece.parts,
  ])

/** The line in full, then shorter ones; in the last, what happens to the reader comes first and is never cut. */
export function variants(line: readonly Piece[]): Sentence[] {
  const yours = line.filter((piece) => piece.yours)
  const rest = line.filter((piece) => !piece.yours)
  const full = joined(line)
  return [full, shorter(full), shorter(joined([...yours, ...rest]))]
}
