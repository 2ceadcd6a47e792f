// What asks where things lie waits for the frame: by then all changes are made, and the browser lays out the page once
// for all who ask, instead of once for each.

/** Returns how to call it off. */
export function inFrame(then: () => void): () => void {
  const frame = requestAnimationFrame(then)
  return () => cancelAnimationFrame(frame)
}
