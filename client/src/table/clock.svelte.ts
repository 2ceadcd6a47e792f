// The clock of the player to move: from the server's deadline and the measured offset, never by counting.

import type { TableState } from '../net/protocol'

/** The milliseconds left, or null where there is no limit. Call it while a component is set up. */
export function timeLeft(table: () => TableState, serverTime: () => number): () => number | null {
  let now = $state(0)
  $effect(() => {
    if (!table().clock) return
    now = serverTime()
    const timer = setInterval(() => (now = serverTime()), 250)
    return () => clearInterval(timer)
  })
  return () => {
    const { clock } = table()
    return clock ? Math.max(0, clock.deadline - now) : null
  }
}
