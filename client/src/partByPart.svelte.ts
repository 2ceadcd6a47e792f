// A large piece of the page is made part by part, one a frame: on a slow phone no task is then long enough to be felt.

import { inFrame } from './frame'

/** How many of so many parts are to be there by now; at first none. Call it while a component is set up. */
export function partByPart(all: number): () => number {
  let made = $state(document.hidden ? all : 0) // a page that nobody sees has no frames
  $effect(() => {
    if (made >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const callOff = inFrame(() => (timer = setTimeout(() => (made += 1)))) // after the frame, not in it
    return () => {
      callOff()
      clearTimeout(timer)
    }
  })
  return () => made
}
