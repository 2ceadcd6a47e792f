// What the page knows: nothing of one table is left at another, nothing waits for ever, nothing wrong breaks it.
import { FakeSocket } from './setup'
import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { PROTOCOL } from '../src/net/protocol'
import { Session } from '../src/net/session.svelte'
import { codeOf } from '../src/router.svelte'

mock.timers.enable({ apis: ['setTimeout'] })

const shown = (session: Session) => session.table?.code ?? null
const view = { you: 'Mira', hand: ['R7'], legal: [{ verb: 'play', card: 'R7' }] }
const table = (code: string, n = 1) => ({
  type: 'table',
  table: { code, n, version: n, view, seats: [] },
  events: [{ type: 'chat', n, name: 'Wen', text: code }],
  resync: false,
})

function opened(code: string | null = null) {
  const session = new Session()
  session.start()
  FakeSocket.last.hear({
    type: 'welcome',
    protocol: PROTOCOL,
    build: 'b',
    now: Date.now(),
    me: { person: 'p', name: 'Mira', table: null },
  })
  if (code !== null) {
    session.goTo({ at: 'table', code, sit: true, since: null })
    FakeSocket.last.hear(table(code))
  }
  return { session, socket: FakeSocket.last }
}

test('26 leaving a table wipes its hand, log and chat from the page', () => {
  const { session } = opened('AAAAAA')
  assert.equal(session.events.length, 1)
  session.goTo({ at: 'lobby' })
  assert.equal(shown(session), null)
  assert.deepEqual(session.events, [])
})

test('26 another identity starts from nothing', () => {
  const { session } = opened('AAAAAA')
  session.restart()
  assert.equal(shown(session), null)
  assert.equal(session.acting, null)
})

test('58 late news of the table one has left does not show at the next one', () => {
  const { session, socket } = opened('AAAAAA')
  session.goTo({ at: 'table', code: 'BBBBBB', sit: false, since: null })
  socket.hear(table('AAAAAA', 9))
  assert.equal(shown(session), null)
  socket.hear(table('BBBBBB'))
  assert.equal(shown(session), 'BBBBBB')
  assert.deepEqual(
    session.events.map((one) => 'text' in one && one.text),
    ['BBBBBB'],
  )
})

test('late news of a table does not follow one into the lobby, nor after a reconnection', () => {
  const { session, socket } = opened('AAAAAA')
  session.goTo({ at: 'lobby' })
  socket.hear(table('AAAAAA', 9))
  assert.equal(shown(session), null)
  socket.onclose({ code: 1006 })
  mock.timers.tick(1000)
  FakeSocket.last.hear({ type: 'welcome', protocol: PROTOCOL, build: 'b', now: 0, me: {} })
  assert.deepEqual(
    FakeSocket.last.sent.map((one) => one.type),
    ['lobby', 'ping'],
  )
})

test('what was asked at a table is settled when one goes away, without a word', async () => {
  const { session } = opened('AAAAAA')
  const answer = session.ask({ type: 'ready' })
  session.act({ verb: 'draw' })
  session.goTo({ at: 'lobby' })
  assert.deepEqual(await answer, { ok: false, why: null })
  assert.equal(session.acting, null)
  assert.equal(session.notice.text, '')
})

test('a table that one creates is shown although one is still in the lobby', async () => {
  const { session, socket } = opened()
  const answer = session.ask({ type: 'create', rules: 'classic' })
  socket.hear(table('CCCCCC'))
  assert.equal(shown(session), 'CCCCCC')
  socket.hear({ type: 'ack', id: socket.sent.at(-1)?.id, n: 1, version: 0, code: 'CCCCCC' })
  assert.deepEqual(await answer, { ok: true, code: 'CCCCCC' })
})

test('63 the hand is locked until the answer comes, and one action is sent however often it is asked for', () => {
  const { session, socket } = opened('AAAAAA')
  session.act({ verb: 'play', card: 'R7' })
  session.act({ verb: 'play', card: 'R7' })
  const acts = socket.sent.filter((one) => one.type === 'act')
  assert.equal(acts.length, 1)
  assert.equal(session.acting, acts[0]?.id)
  socket.hear({ type: 'ack', id: acts[0]?.id, n: 2, version: 2, code: null })
  assert.equal(session.acting, null)
})

test('22 an action whose answer was lost stays locked and goes again under its id', () => {
  const { session, socket } = opened('AAAAAA')
  session.act({ verb: 'draw' })
  const id = session.acting
  socket.onclose({ code: 1006 })
  mock.timers.tick(1000)
  assert.equal(session.acting, id)
  FakeSocket.last.hear({ type: 'welcome', protocol: PROTOCOL, build: 'b', now: 0, me: {} })
  assert.deepEqual(
    FakeSocket.last.sent.filter((one) => one.type === 'act').map((one) => one.id),
    [id],
  )
})

test('25 a table that was closed while the line was down is the lobby, with the reason', () => {
  const { session, socket } = opened('AAAAAA')
  socket.onclose({ code: 1006 })
  mock.timers.tick(1000)
  FakeSocket.last.hear({ type: 'welcome', protocol: PROTOCOL, build: 'b', now: 0, me: {} })
  const asked = FakeSocket.last.sent.find((one) => one.type === 'open')
  FakeSocket.last.hear({
    type: 'refused',
    id: asked?.id,
    code: 'gone',
    why: { code: 'server.no_table', params: {} },
  })
  assert.deepEqual([session.lobbyWhy.why, session.missing], ['gone', null])
})

test('a seat is asked for once: who gave it up stays a spectator after a reconnection', () => {
  const { socket } = opened('AAAAAA')
  assert.equal(socket.sent.filter((one) => one.type === 'open').at(-1)?.sit, true)
  socket.onclose({ code: 1006 })
  mock.timers.tick(1000)
  FakeSocket.last.hear({ type: 'welcome', protocol: PROTOCOL, build: 'b', now: 0, me: {} })
  assert.equal(FakeSocket.last.sent.find((one) => one.type === 'open')?.sit, false)
})

test('an answer that does not come on a living line is asked for again', () => {
  const { session, socket } = opened('AAAAAA')
  session.act({ verb: 'draw' })
  mock.timers.tick(8000)
  assert.equal(socket.sent.filter((one) => one.type === 'act' && one.id === session.acting).length, 2)
})

test('25 75 refused at the door, or removed: the lobby, with the reason, which stays after the page went there', () => {
  const { session, socket } = opened('AAAAAA')
  socket.hear({ type: 'lobby', tables: [], online: 1, why: 'closed', text: 'good night' })
  session.goTo({ at: 'lobby' }) // the page follows
  assert.deepEqual(session.lobbyWhy, { why: 'closed', text: 'good night' })
  session.goTo({ at: 'table', code: 'BBBBBB', sit: false, since: null })
  assert.equal(session.lobbyWhy.why, '')
  socket.hear({
    type: 'refused',
    id: socket.sent.at(-1)?.id,
    code: 'denied',
    why: { code: 'server.removed', params: {} },
  })
  assert.deepEqual(session.lobbyWhy, {
    why: 'denied',
    text: 'The host has removed you from this table.',
  })
  assert.equal(shown(session), null)
})

test('after leaving a table a new one stays in sight: the old reason does not send anybody back', () => {
  const { session, socket } = opened('AAAAAA')
  socket.hear({ type: 'lobby', tables: [], online: 1, why: 'left', text: '' })
  session.goTo({ at: 'lobby' })
  void session.ask({ type: 'create', rules: 'classic' })
  socket.hear(table('BBBBBB', 1)) // which comes before the acknowledgement
  assert.equal(shown(session), 'BBBBBB')
  assert.equal(session.lobbyWhy.why, '')
})

test('a word that one has left, which comes late, sends nobody back from where they go next', () => {
  const { session, socket } = opened('AAAAAA')
  session.left() // the ack was there
  session.goTo({ at: 'table', code: 'BBBBBB', sit: true, since: null })
  socket.hear({ type: 'lobby', tables: [], online: 1, why: 'left', text: '' })
  assert.equal(session.lobbyWhy.why, '')
  socket.hear(table('BBBBBB', 1))
  assert.equal(shown(session), 'BBBBBB')
})

test('a table that is not there is told where it was looked for, and the seat elsewhere is not forgotten', () => {
  const { session, socket } = opened()
  session.me.table = 'AAAAAA'
  for (const [code, why, text] of [
    ['gone', 'server.no_table', ''],
    ['rate', 'server.codes_too_fast', 'Too many wrong codes; try again in a minute.'],
  ] as const) {
    session.goTo({ at: 'table', code: 'BBBBBB', sit: false, since: null })
    socket.hear({ type: 'refused', id: socket.sent.at(-1)?.id, code, why: { code: why, params: {} } })
    assert.deepEqual(session.missing, { code: 'BBBBBB', text })
    assert.equal(session.lobbyWhy.why, '')
    assert.equal(session.me.table, 'AAAAAA')
    assert.deepEqual(socket.sent.at(-1), { type: 'lobby' })
  }
  session.goTo({ at: 'lobby' })
  assert.equal(session.missing, null)
})

test('lines that are no messages change nothing', () => {
  const { session, socket } = opened('AAAAAA')
  for (const bad of [
    '',
    '{',
    'null',
    '7',
    '"table"',
    '{}',
    '{"type":"from the future"}',
    '{"type":"ack","id":"unknown"}',
  ])
    socket.hear(bad)
  assert.equal(shown(session), 'AAAAAA')
  assert.equal(session.status, 'open')
})

test('U6 while a pass is kept back one can call and catch, and do nothing else', () => {
  const { session, socket } = opened('AAAAAA')
  session.act({ verb: 'pass' })
  assert.equal(session.acting, null)
  assert.notEqual(session.passing, null)
  session.act({ verb: 'play', card: 'R7' })
  session.act({ verb: 'pass' })
  session.act({ verb: 'catch', player: 'Wen' })
  const sent = socket.sent.filter((one) => one.type === 'act') as { id: string; action?: { verb: string } }[]
  assert.deepEqual(
    sent.map((one) => one.action?.verb),
    ['pass', 'catch'],
  )
  assert.equal(session.acting, sent[1]?.id)
  for (const one of sent) socket.hear({ type: 'ack', id: one.id })
  assert.deepEqual([session.acting, session.passing], [null, null])
})

test('77 a server with another build asks for a reload', () => {
  const { session, socket } = opened()
  assert.equal(session.outdated, false)
  socket.hear({ type: 'welcome', protocol: PROTOCOL, build: 'newer', now: 0, me: {} })
  assert.equal(session.outdated, true)
})

test('14 a table is found by its code, however it is typed, and by a pasted link', () => {
  for (const text of [
    'abc234',
    ' ABC234 ',
    'abc-234',
    'http://x.test/t/abc234',
    'http://x.test/t/ABC234/',
    'x.test/?code=abc234',
  ])
    assert.equal(codeOf(text), 'ABC234')
})

test('27 after an accidental Back the lobby knows the way to the seat; after leaving it does not', () => {
  const { session, socket } = opened('AAAAAA')
  socket.hear({ ...table('AAAAAA', 2), table: { code: 'AAAAAA', n: 2, version: 2, you: 0, view, seats: [] } })
  session.goTo({ at: 'lobby' })
  assert.equal(session.me.table, 'AAAAAA')
  socket.hear({ type: 'lobby', tables: [], online: 1, why: 'left', text: '' })
  assert.equal(session.me.table, null)
})

test('a new name is in what was told before, and nothing is shown on the way under the old one', () => {
  const { session, socket } = opened('AAAAAA')
  const told = { type: 'draw', player: 'Wen', count: 1, why: 'choice' }
  const caught = { type: 'catch', player: 'Mira', caught: 'Wen' }
  const events = [told, caught].map((event, i) => ({ type: 'game', n: 2 + i, version: 2, event }))
  socket.hear({ ...table('AAAAAA', 3), events })
  const renamed = { type: 'renamed', n: 4, old: 'Wen', name: 'Wendy', seat: 1 }
  socket.hear({ ...table('AAAAAA', 4), events: [renamed] })
  assert.ok(session.fresh.jump)
  const game = session.events.flatMap((one) => (one.type === 'game' ? [one.event] : []))
  assert.deepEqual(game, [
    { ...told, player: 'Wendy' },
    { ...caught, caught: 'Wendy' },
  ])
  assert.ok(session.events.some((one) => one.type === 'chat' && one.name === 'Wen')) // as it was said
})
