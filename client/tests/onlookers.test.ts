// Who is at a table without playing, and which page a path means.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import type { Seat, TableState } from '../src/net/protocol'
import { pageOf } from '../src/pages/siteMap'
import { onlookers } from '../src/table/onlookers'

const seat = (more: Partial<Seat>) => ({ kind: 'person', name: '', playing: true, reserved: null, ...more })
const table = (more: object) =>
  ({ phase: 'playing', seats: [], queue: [], watchers: [], nameless: 0, ...more }) as unknown as TableState

test('everybody who does not play in the round is named once, with when they play', () => {
  const here = onlookers(
    table({
      seats: [
        seat({ name: 'Ann' }),
        seat({ kind: 'bot', name: 'Gizmo', reserved: 'Bob' }),
        seat({ name: 'Cid', playing: false }),
        seat({ kind: 'empty', name: null, playing: false }),
      ],
      queue: ['Bob', 'Dan'],
      watchers: ['Bob', 'Dan', 'Eve'],
      nameless: 2,
    }),
  )
  assert.deepEqual(here, {
    round: [{ name: 'Bob', seat: 'Gizmo' }],
    match: ['Cid'],
    queue: ['Dan'],
    watching: ['Eve'],
    nameless: 2,
    count: 6,
  })
})

test('before and after a match everybody with a seat plays', () => {
  const seats = [seat({ name: 'Ann', playing: false })]
  for (const phase of ['waiting', 'over']) assert.equal(onlookers(table({ phase, seats })).count, 0)
})

test('a path is a page, and what is none is unknown', () => {
  for (const [path, page] of [
    ['/', { at: 'lobby' }],
    ['/t/abcde', { at: 'table', code: 'ABCDE' }],
    ['/replay', { at: 'replay', game: null }],
    ['/replay/1f', { at: 'replay', game: '1f' }],
    ['/rules/', { at: 'rules', rules: null }],
    ['/scores/classic/', { at: 'scores', rules: 'classic' }],
    ['/haggle', { at: 'haggle' }],
    ['/nonsense', { at: 'unknown' }],
    ['/t', { at: 'unknown' }],
    ['/haggle/more', { at: 'unknown' }],
    ['/rules/classic/more', { at: 'unknown' }],
  ] as const)
    assert.deepEqual(pageOf(path), page)
})
