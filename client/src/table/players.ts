// A player as the table shows one: put together from the view, the seats and the clock.

import type { Seat, TableState, View } from '../net/protocol'
import type { Sign } from './consequences'
import type { Goal } from './goal'
import { nextPlayer } from './turnText'

/** What shows at the seats for a moment, by the name of the player. */
export interface Moments {
  readonly gained: Readonly<Record<string, Gain>>
  readonly signs: Readonly<Record<string, Sign & { serial: number }>>
  readonly called: Readonly<Record<string, true>>
  readonly bubbles: Readonly<Record<string, string>>
}
/** Cards that have just come; `serial` tells one showing from the next. */
export interface Gain {
  count: number
  serial: number
}

export interface Player {
  name: string
  bot: boolean
  level: string | null
  offline: boolean
  away: boolean
  count: number
  points: number | null // the running total, where it matters at a glance
  turn: boolean
  next: boolean // plays after the player to move
  called: boolean // just now
  accusable: false | 'first' | 'also' // has one card: can be caught at the reader's risk; 'first' by the key C
  seconds: number | null
  left: number | null
  gained: Gain | null
  sign: (Sign & { serial: number }) | null
  said: string | null // chat
  reserved: string | null // who takes a bot's seat when the round is over
}

/** In the order of the seats. `left`: the milliseconds that the player to move has. */
export function playersOf(
  table: TableState,
  view: View,
  goal: Goal,
  left: number | null,
  shown: Moments,
): Player[] {
  return view.players.map((name, i) => {
    const seat = table.seats.find((one) => one.name === name) ?? table.seats[i]
    return {
      name,
      bot: seat?.kind === 'bot',
      level: seat?.kind === 'bot' ? seat.level : null,
      offline: seat?.kind === 'person' && !seat.online,
      away: seat?.away ?? false,
      count: view.counts[name] ?? 0,
      points: goal.kind === 'rounds' ? null : (table.standing?.totals[name] ?? 0),
      turn: view.turn === name,
      next: view.players.length > 2 && nextPlayer(view) === name,
      called: shown.called[name] ?? false,
      accusable: accusable(table, name),
      ...clockOf(table, seat, left),
      gained: shown.gained[name] ?? null,
      sign: shown.signs[name] ?? null,
      said: name === view.you ? null : (shown.bubbles[name] ?? null),
      reserved: seat?.reserved ?? null,
    }
  })
}

function accusable({ calling }: TableState, name: string): Player['accusable'] {
  const at = calling?.accusable.indexOf(name) ?? -1
  return at < 0 ? false : at === 0 ? 'first' : 'also'
}

function clockOf(
  { clock }: TableState,
  seat: Seat | undefined,
  left: number | null,
): Pick<Player, 'seconds' | 'left'> {
  if (clock === null || clock.seat !== seat?.seat || left === null) return { seconds: null, left: null }
  return { seconds: Math.ceil(left / 1000), left: Math.min(1, left / (clock.seconds * 1000)) }
}
