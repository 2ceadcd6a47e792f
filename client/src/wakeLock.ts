// Keeps the screen of a phone on, where the browser can.

/** Until the returned function is called. */
export function keepScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => {}
  let lock: WakeLockSentinel | null = null
  const take = () => {
    if (document.hidden) return
    navigator.wakeLock.request('screen').then(
      (got) => (lock = got),
      () => {}, // the battery is low, for example
    )
  }
  take()
  document.addEventListener('visibilitychange', take) // it is lost when the page is hidden
  return () => {
    document.removeEventListener('visibilitychange', take)
    void lock?.release()
  }
}
