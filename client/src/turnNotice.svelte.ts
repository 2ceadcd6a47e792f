// Telling the reader that it is their turn while they look elsewhere: by a notification of this page, and where the
// operator has keys for it also by the server (web push), for a page that sleeps or is closed. Off until it is asked
// for, by a tap.

import { untrack } from 'svelte'
import { canInstall } from './installed'
import { language, t } from './messages/index.svelte'
import { post } from './net/api'
import type { About, TableState } from './net/protocol'
import { rulesTitle } from './rulesTitle'

const setting = $state({ choice: localStorage.getItem('notices') })
let about: About | null = null

export const canNotify = (): boolean =>
  canInstall() && 'Notification' in window && Notification.permission !== 'denied'
export const notifies = (): boolean =>
  setting.choice === 'on' && canNotify() && Notification.permission === 'granted'
/** Nobody has been asked here yet. */
export const isUndecided = (): boolean => setting.choice === null && canNotify()

function choose(on: boolean): void {
  setting.choice = on ? 'on' : 'off'
  localStorage.setItem('notices', setting.choice)
}

/** By a tap only: the browser asks for leave when it is the first time. */
export async function setNotices(on: boolean): Promise<void> {
  if (!on) {
    choose(false)
    return unsubscribe()
  }
  choose((await Notification.requestPermission()) === 'granted')
  await renewNotices(about)
}

/** With the reader's name, so that the next person at this browser is asked too. */
export async function forgetNotices(): Promise<void> {
  localStorage.removeItem('notices')
  setting.choice = null
  if (canInstall()) await unsubscribe()
}

/** At a table: a subscription may have changed since the last visit, and so may the reader's language. */
export async function renewNotices(known: About | null): Promise<void> {
  about = known
  if (about === null || !notifies()) return
  await keepWords(about)
  if (about.push_key !== null) await subscribe(about.push_key).catch(() => {}) // this page still tells it
}

const worker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.ready

async function subscribe(pushKey: string): Promise<void> {
  const { pushManager } = await worker()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  const { endpoint, keys } = subscription.toJSON()
  await post('/me/push', { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] })
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = (await registration?.pushManager.getSubscription()) ?? null
  if (subscription === null) return
  await subscription.unsubscribe()
  await post('/me/push/end', { endpoint: subscription.endpoint }).catch(() => {}) // else when it is next used
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** What the service worker says when the page is not there, in the reader's language. */
async function keepWords({ rules }: About): Promise<void> {
  const words = {
    lang: language(),
    turn: t('notices.turn'), // with the place of the rules
    text: t('notices.turn.text'),
    titles: Object.fromEntries(rules.map((one) => [one.name, rulesTitle(one.name, one.title)])),
  }
  const cache = await caches.open('words')
  await cache.put('/words', new Response(JSON.stringify(words)))
}

const tag = (code: string): string => `turn-${code}`

/** As long as it is the reader's turn and they look elsewhere, a notification says so. Call it in a component. */
export function tellTurns(table: () => TableState, due: () => boolean): void {
  const mine = $derived(due())
  const code = $derived(table().code)
  $effect(() => {
    if (!mine) return
    const here = code
    const back = () => {
      if (!document.hidden) void takeBack(here)
    }
    untrack(() => void tell(table()))
    document.addEventListener('visibilitychange', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
      void takeBack(here)
    }
  })
}

async function tell({ code, rules, title }: TableState): Promise<void> {
  if (!document.hidden || !notifies()) return
  const registration = await worker()
  await registration.showNotification(t('notices.turn', { rules: rulesTitle(rules, title) }), {
    body: t('notices.turn.text'),
    tag: tag(code),
    lang: language(),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: `/t/${code}` },
  })
}

/** The reader looks, or their turn is over. */
async function takeBack(code: string): Promise<void> {
  if (!notifies()) return
  const registration = await worker()
  for (const one of await registration.getNotifications({ tag: tag(code) })) one.close()
}
