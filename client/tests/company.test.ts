// Arrivals and chat of others are news; one's own, those of bots and what is known already are not.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import type { TableEvent } from '../src/net/protocol'
import { companyNews } from '../src/table/company'

const sat = (n: number, name: string, seat: number, level: string | null = null) =>
  ({ type: 'seat_taken', n, at: 0, name, seat, level, later: false }) as TableEvent
const said = (n: number, name: string, seat: number | null) =>
  ({ type: 'chat', n, at: 0, name, seat, phrase: 'hello', text: null, face: null }) as TableEvent

test('somebody who sits down is news once', () => {
  const events = [sat(3, 'Wen', 1)]
  assert.deepEqual(companyNews(events, 2, { you: 0 }, 'Mira'), { kind: 'arrived', name: 'Wen' })
  assert.equal(companyNews(events, 3, { you: 0 }, 'Mira'), null)
})

test('a bot, and what one does oneself, is none', () => {
  const events = [sat(3, 'Gizmo', 1, 'casual'), sat(4, 'Mira', 0), said(5, 'Mira', 0), said(6, 'Mira', null)]
  assert.equal(companyNews(events, 2, { you: 0 }, 'Mira'), null)
})

test('the last of several counts, of spectators too', () => {
  assert.deepEqual(companyNews([sat(3, 'Wen', 1), said(4, 'Eve', null)], 2, { you: 0 }, 'Mira'), {
    kind: 'said',
    name: 'Eve',
  })
})
