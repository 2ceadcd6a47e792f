// The clock of the player to move: from the server's deadline and the measured offset, never by counting.

import type { TableState } from '../net/protocol'

/** The whole seconds until a moment by the server's clock, or null where none is set. Call it like `timeLeft`. */
export function secondsUntil(moment: () => number | null, serverTime: () => number): () => number | null {
  let now = $state(serverTime())
  $effect(() => {
    if (moment() === null) return
    now = serverTime()
    const timer = setInterval(() => (now = serverTime()), 250)
    return () => clearInterval(timer)
  })
  return () => {
    const at = moment()
    return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000))
  }
}

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
