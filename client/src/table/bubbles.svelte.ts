// What people say, at their seats for a moment.

import { word } from '../messages/index.svelte'
import type { ChatEvent } from '../net/protocol'

/** By the name of the player. Call it while a component is set up. */
export function bubbles(last: () => ChatEvent | undefined, now: () => number): () => Record<string, string> {
  let shown: Record<string, string> = $state.raw({})
  $effect(() => {
    const said = last()
    if (!said || now() - said.at > 6000) return
    shown = { [said.name]: said.phrase ? word('phrase', said.phrase) : (said.text ?? '') }
    const timer = setTimeout(() => (shown = {}), 5000)
    return () => clearTimeout(timer)
  })
  return () => shown
}
