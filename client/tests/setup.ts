// What a browser would give: enough of it for the modules under test; and the words of the page, in English.
import { allTexts } from '../src/messages/index.svelte'

const kept = new Map<string, string>()
const events = new EventTarget()

Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value)
    },
  },
  location: {
    protocol: 'http:',
    host: 'table.test',
    origin: 'http://table.test',
    href: 'http://table.test/',
    pathname: '/',
    search: '',
  },
  document: { documentElement: {}, hidden: false, addEventListener: () => {} },
  addEventListener: (type: string, heard: EventListener) => events.addEventListener(type, heard),
  innerWidth: 1366,
  innerHeight: 768,
  dispatchEvent: (event: Event) => events.dispatchEvent(event),
})
Object.defineProperty(globalThis, 'navigator', {
  value: { languages: ['en'], language: 'en' },
  configurable: true,
})

export class FakeSocket {
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 1
  sent: { type: string; id?: string; code?: string; sit?: boolean }[] = []
  onopen: () => void = () => {}
  onmessage: (event: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}
  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(): void {
    this.readyState = 3
  }
  hear(message: object | string): void {
    this.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket
  }
}
for (const name of ['HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement'])
  Object.assign(globalThis, { [name]: class {} })
Object.assign(globalThis, { WebSocket: FakeSocket })

await allTexts()
