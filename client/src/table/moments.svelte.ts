// What shows at a seat for a moment: "+N" where cards were gained, and what people say.

import { word } from '../messages/index.svelte'
import type { ChatEvent } from '../net/protocol'
import type { TableSession } from '../net/session.svelte'

export interface Moments {
  readonly gained: Record<string, number>
  readonly bubbles: Record<string, string>
}

/** Both by the name of the player. Call it while a component is set up. */
export function moments(session: () => TableSession, lastSaid: () => ChatEvent | undefined): Moments {
  let gained: Record<string, number> = $state({})
  let bubbles: Record<string, string> = $state({})
  $effect(() => {
    const drew = session().fresh.events.flatMap((one): [string, number][] =>
      one.type === 'draw' && one.count > 0 ? [[one.player ?? '', one.count]] : [],
    )
    if (drew.length === 0) return
    gained = Object.fromEntries(drew)
    const timer = setTimeout(() => (gained = {}), 1500)
    return () => clearTimeout(timer)
  })
  $effect(() => {
    const last = lastSaid()
    if (!last || session().now() - last.at > 6000) return
    bubbles = { [last.name]: last.phrase ? word('phrase', last.phrase) : (last.text ?? '') }
    const timer = setTimeout(() => (bubbles = {}), 5000)
    return () => clearTimeout(timer)
  })
  return {
    get gained() {
      return gained
    },
    get bubbles() {
      return bubbles
    },
  }
}
