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

// ---- "Your turn": from the server, when no page of the reader's is in sight ----

interface Words {
  lang: string
  turn: string
  text: string
  titles: Record<string, string>
}
const ENGLISH: Words = {
  lang: 'en',
  turn: 'Your turn at {rules}',
  text: 'The others are waiting for you.',
  titles: {},
}

self.addEventListener('push', (event) => event.waitUntil(told(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as { path?: string } | null)?.path ?? '/'))
})

interface Told {
  type?: string
  table?: string
  rules?: string
  title?: string
}
function read(data: PushMessageData | null): Told | null {
  try {
    return data?.json() as Told | null
  } catch {
    return null
  }
}
async function told(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  if (message?.type !== 'turn' || !/^[A-Z0-9]{1,12}$/.test(message.table ?? '')) return
  const path = `/t/${message.table}`
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.some((one) => one.visibilityState === 'visible' && new URL(one.url).pathname === path)) return
  const words = ((await (await caches.match('/words', { cacheName: 'words' }))?.json()) ?? ENGLISH) as Words
  const rules = words.titles[message.rules ?? ''] ?? message.title ?? ''
  await self.registration.showNotification(
    words.turn.replace('{rules}', () => rules),
    {
      body: words.text,
      tag: `turn-${message.table}`,
      lang: words.lang,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { path },
    },
  )
}

/** The page at that table, else any page of ours, else a new one. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((one) => new URL(one.url).pathname === path)
  if (there !== undefined) await there.focus()
  else await self.clients.openWindow(path)
}
