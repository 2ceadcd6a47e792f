// The service worker (worker/sw.ts) is registered once the page has nothing else to do. There is none where the page is
// not served safely, over plain http in a network.

export const canInstall = (): boolean => isSecureContext && 'serviceWorker' in navigator

export function register(): void {
  if (!import.meta.env.DEV && canInstall()) navigator.serviceWorker.register('/sw.js').catch(() => {})
}
