// The service worker: the page starts without a line, and says so in the reader's language. Online it changes nothing:
// a page always comes from the server, so that nobody sees an older version than the server has. It never touches
// /api and /ws. The build puts in VERSION and SHELL, the files of this version that the page starts with.

export {} // its names are its own
declare const self: ServiceWorkerGlobalScope
declare const VERSION: string
declare const SHELL: string[]

const CACHE = `shell-${VERSION}`
/** What the server answers itself, also to somebody who goes there. */
const NOT_PAGES = /^\/(api\/|ws$|health$)/
/** What a server's gateway says while the server is away. */
const AWAY = [502, 503, 504]

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && !NOT_PAGES.test(url.pathname)) event.respondWith(page(event))
  else if (SHELL.includes(url.pathname)) event.respondWith(kept(url.pathname, request))
})

/** All files of one version; if the server has a newer one already, its own service worker comes soon. */
async function keepShell(): Promise<void> {
  const start = await fetch('/', { cache: 'no-cache' })
  const text = await start.clone().text()
  const scripts = SHELL.filter((name) => /\/(main|start)-[^/]+\.js$/.test(name))
  if (!start.ok || !scripts.every((name) => text.includes(name))) throw new Error('another version')
  const cache = await caches.open(CACHE)
  await cache.addAll(SHELL)
  await cache.put('/', start)
  await self.skipWaiting()
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** From the server; if it can't be reached, the page that says so. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    const answer = preloaded ?? (await fetch(event.request))
    if (!AWAY.includes(answer.status)) return answer
    return (await caches.match('/', { cacheName: CACHE })) ?? answer
  } catch (error) {
    const start = await caches.match('/', { cacheName: CACHE })
    if (start === undefined) throw error
    return start
  }
}

const kept = async (name: string, request: Request): Promise<Response> =>
  (await caches.match(name, { cacheName: CACHE })) ?? fetch(request)
