// A player as the table shows one: put together from the view, the seats and the clock.

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
  called: boolean
  catchable: boolean
  seconds: number | null
  left: number | null
  gained: number // cards that have just come
  said: string | null // chat
}
