// The connection to the server, with sockets, a clock and timers that the test drives.
import assert from 'node:assert/strict'
import test from 'node:test'
import { Connection, TAKEN_OVER, type SocketEvents, type State } from '../src/net/connection'

function environment() {
  const sockets: {
    events: SocketEvents
    sent: { type: string; id?: string; since?: number | null }[]
    closed: boolean
  }[] = []
  const timers: { at: number; then: () => void }[] = []
  const states: State[] = []
  const dropped: string[] = []
  let now = 0
  let ids = 0
  const connection = new Connection(
    {
      connect(events) {
        const one = { events, sent: [] as { type: string }[], closed: false }
        sockets.push(one)
        return {
          send: (text) => one.sent.push(JSON.parse(text) as { type: string }),
          close: () => {
            one.closed = true
          },
        }
      },
      now: () => now,
      schedule(ms, then) {
        const timer = { at: now + ms, then }
        timers.push(timer)
        return () => {
          timers.splice(timers.indexOf(timer) >>> 0, timers.includes(timer) ? 1 : 0)
        }
      },
      id: () => `id${++ids}`,
      random: () => 1,
    },
    { state: (state) => states.push(state), message: () => {}, dropped: (id) => dropped.push(id) },
  )
  const pass = (ms: number) => {
    const until = now + ms
    for (;;) {
      const due = timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers.splice(timers.indexOf(due), 1)
      now = due.at
      due.then()
    }
    now = until
  }
  const last = () => sockets[sockets.length - 1] as (typeof sockets)[number]
  const hear = (message: object) => last().events.received(JSON.stringify(message))
  const welcome = () => hear({ type: 'welcome', protocol: 1, build: 'x', now: now + 5000, me: {} })
  const types = () => last().sent.map((one) => one.type)
  return { connection, sockets, states, dropped, pass, last, hear, welcome, types }
}

test('an unanswered command is sent again under its id after a reconnection, an answered one is not', () => {
  const w = environment()
  w.connection.start()
  w.connection.go({ at: 'table', code: 'ABC', sit: false, since: null })
  w.welcome()
  const kept = w.connection.submit({ type: 'act', version: 1, action: 'draw' })
  const done = w.connection.submit({ type: 'say', text: 'hi' })
  w.hear({ type: 'ack', id: done, n: 1, version: null, code: null })
  w.connection.saw(7)
  w.last().events.closed(1006)
  w.pass(500)
  assert.equal(w.sockets.length, 2)
  assert.deepEqual(w.types(), []) // nothing before the welcome
  w.welcome()
  const [open, act] = w.last().sent
  assert.deepEqual([open?.type, open?.since], ['open', 7])
  assert.deepEqual([act?.type, act?.id], ['act', kept])
  assert.ok(!w.last().sent.some((one) => one.id === done))
})

test('the server hears when the reader looks away, and on a new line at once if they still do', () => {
  const w = environment()
  w.connection.look(true)
  w.connection.start()
  w.welcome()
  assert.ok(!w.types().includes('look')) // a new line sees
  w.connection.look(false)
  w.connection.look(false)
  assert.equal(w.types().filter((one) => one === 'look').length, 1)
  w.last().events.closed(1006)
  w.pass(500)
  w.welcome()
  assert.deepEqual(w.types().slice(0, 2), ['look', 'lobby']) // before it is anywhere
  w.connection.look(true)
  assert.deepEqual(w.last().sent.at(-1), { type: 'look', visible: true })
})

test('waits grow and stay bounded, and it never gives up', () => {
  const w = environment()
  w.connection.start()
  for (let i = 0; i < 12; i++) {
    const before = w.sockets.length
    w.last().events.closed(1006)
    w.pass(15_000)
    assert.ok(w.sockets.length > before)
  }
  const before = w.sockets.length
  w.last().events.closed(1006)
  w.pass(5_000)
  assert.equal(w.sockets.length, before) // by now it waits longer than that
  w.connection.wake() // the button, or the network is back
  assert.equal(w.sockets.length, before + 1)
})

test('a table that was opened elsewhere is not fought for', () => {
  const w = environment()
  w.connection.start()
  w.welcome()
  w.last().events.closed(TAKEN_OVER)
  w.pass(120_000)
  assert.equal(w.connection.state, 'elsewhere')
  assert.equal(w.sockets.length, 1)
  w.connection.takeOver()
  assert.equal(w.sockets.length, 2)
})

test('17 a tab whose table is open elsewhere may still go to another place', () => {
  const w = environment()
  w.connection.start()
  w.connection.go({ at: 'table', code: 'ABC', sit: false, since: null })
  w.welcome()
  w.hear({ type: 'elsewhere' })
  w.connection.go({ at: 'table', code: 'ABC', sit: false, since: null })
  assert.equal(w.sockets.length, 1) // the same table: not fought for
  w.connection.go({ at: 'lobby' })
  assert.equal(w.sockets.length, 2)
})

test('after a sleep a dead socket that claims to be open is probed and replaced', () => {
  const w = environment()
  w.connection.start()
  w.welcome()
  w.connection.wake()
  assert.equal(w.types().at(-1), 'ping')
  w.pass(6_000)
  assert.equal(w.sockets.length, 2)
  assert.ok(w.sockets[0]?.closed)
})

test('what an old socket says late does not count', () => {
  const w = environment()
  w.connection.start()
  w.welcome()
  const old = w.last()
  old.events.closed(1006)
  w.pass(500)
  w.welcome()
  old.events.closed(1006)
  old.events.closed(TAKEN_OVER)
  assert.equal(w.connection.state, 'open')
  assert.equal(w.sockets.length, 2)
})

test('going to another table drops the commands of the old one', () => {
  const w = environment()
  w.connection.start()
  w.connection.go({ at: 'table', code: 'ABC', sit: false, since: null })
  const id = w.connection.submit({ type: 'act', version: 1, action: 'draw' })
  w.connection.go({ at: 'table', code: 'XYZ', sit: false, since: null })
  w.welcome()
  assert.deepEqual(w.types(), ['open', 'ping'])
  assert.deepEqual(w.dropped, [id])
})

test('the clock follows the shortest way there and back', () => {
  const w = environment()
  w.connection.start()
  w.welcome()
  w.pass(100)
  w.hear({ type: 'pong', sent: 0, now: 5050 })
  assert.equal(w.connection.offset, 5000)
  w.pass(900)
  w.hear({ type: 'pong', sent: 100, now: 9999 })
  assert.equal(w.connection.offset, 5000)
})
