// Who is at the table without playing in the round: who plays soon, who waits for a seat, who watches.

import type { TableState } from '../net/protocol'

export interface Onlookers {
  round: { name: string; seat: string }[] // from the next round, in the seat of a bot
  match: string[] // from the next match
  queue: string[] // when a seat is free
  watching: string[]
  nameless: number // those who watch without a name
  count: number
}

/** In the middle of a match: its players are fixed, but bots make room between rounds. */
export const underway = (table: TableState): boolean => table.phase === 'playing' || table.phase === 'between'

export function onlookers(table: TableState): Onlookers {
  const round = table.seats.flatMap((seat) =>
    seat.reserved === null ? [] : [{ name: seat.reserved, seat: seat.name ?? '' }],
  )
  const soon = new Set(round.map((one) => one.name))
  const match = underway(table)
    ? table.seats.flatMap((seat) => (seat.kind === 'person' && !seat.playing ? [seat.name ?? ''] : []))
    : []
  const queue = table.queue.filter((name) => !soon.has(name))
  const watching = table.watchers.filter((name) => !soon.has(name) && !queue.includes(name))
  const { nameless } = table
  const count = round.length + match.length + queue.length + watching.length + nameless
  return { round, match, queue, watching, nameless, count }
}

/** What somebody at the table is told over it: a newcomer, a spectator, or a player who is away. */
export function seatNotice(table: TableState, name: string | null): 'away' | 'later' | 'watching' | null {
  const seat = table.you === null ? undefined : table.seats[table.you]
  if (seat === undefined) return name === null || table.may.includes('sit') ? 'watching' : null
  if (seat.away) return 'away'
  return underway(table) && !seat.playing ? 'later' : null
}
