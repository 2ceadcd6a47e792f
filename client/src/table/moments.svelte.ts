// What shows at a seat for a moment: "+N" where cards were gained, a call, and what people say. A call stays no longer
// than a call is heard: whoever has none beside one card would be seen to have forgotten it (C8).

import { untrack } from 'svelte'
import { word } from '../messages/index.svelte'
import type { ChatEvent } from '../net/protocol'
import type { TableSession } from '../net/session.svelte'

const CALL_MS = 2500

export interface Moments {
  readonly gained: Record<string, number>
  readonly called: Record<string, true>
  readonly bubbles: Record<string, string>
}

/** All by the name of the player. Call it while a component is set up. */
export function moments(session: () => TableSession, lastSaid: () => ChatEvent | undefined): Moments {
  let gained: Record<string, number> = $state({})
  let called: Record<string, true> = $state({})
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
  const silences = new Map<string, ReturnType<typeof setTimeout>>()
  $effect(() => {
    for (const one of session().fresh.events) if (one.type === 'call') heard(one.player ?? '')
  })
  $effect(() => () => silences.forEach((timer) => clearTimeout(timer)))
  function heard(name: string): void {
    called = { ...untrack(() => called), [name]: true }
    clearTimeout(silences.get(name))
    silences.set(
      name,
      setTimeout(() => {
        called = Object.fromEntries(Object.entries(called).filter(([one]) => one !== name))
      }, CALL_MS),
    )
  }
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
    get called() {
      return called
    },
    get bubbles() {
      return bubbles
    },
  }
}
