// Work that can wait until the page has nothing else to do.

const LATEST = 500 // milliseconds: on a busy phone there may be no idle moment

/** Returns how to call it off. */
export function whenIdle(then: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(then, LATEST) // Safari
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(then, { timeout: LATEST })
  return () => cancelIdleCallback(handle)
}
