// Confetti is for people.

import assert from 'node:assert/strict'
import test from 'node:test'
import type { TableState } from '../src/net/protocol'
import { celebrates } from '../src/table/goal'

const table = (phase: string, ...winners: string[]) =>
  ({
    phase,
    standing: { winners },
    seats: [
      { name: 'Ann', kind: 'person' },
      { name: 'Robin', kind: 'bot' },
      { name: null, kind: 'empty' },
    ],
  }) as unknown as TableState

test('confetti falls if a person has won the round', () => {
  assert.equal(celebrates(table('between'), 'Ann'), true)
  assert.equal(celebrates(table('between'), 'Robin'), false)
  assert.equal(celebrates(table('between'), null), false)
})

test('at the end of a match it falls for its winners, also if another player won the last round', () => {
  assert.equal(celebrates(table('over', 'Ann'), 'Robin'), true)
  assert.equal(celebrates(table('over', 'Ann', 'Robin'), 'Robin'), true)
  assert.equal(celebrates(table('over', 'Robin'), 'Ann'), false)
  assert.equal(celebrates(table('over', 'Zoe'), 'Zoe'), false) // she left, and a bot played on for her
})
