// What points are made of, as the server's items say it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divided, summands } from '../src/table/madeOf'

const ranked = (base: number, cards: number, lost: number) => ({ base, cards, lost, divisor: 3 })

test('L4 points by rank tell how they came about', () => {
  assert.equal(divided(ranked(300, 0, 0)), '300, divided by 3')
  assert.equal(divided(ranked(200, 20, 20)), '200 − 20, divided by 3')
  assert.equal(divided(ranked(200, 120, 100)), '200 − 100, divided by 3 (of 120 points in hand, 100 count)')
  assert.equal(divided(ranked(200, -5, -5)), '200 + 5, divided by 3')
  assert.deepEqual(summands(ranked(200, 20, 20)), [])
})

test('F11 points that are a sum have parts, without those that are 0', () => {
  const items = { cards: 14, queen: 0, uncalled: 20, replenished: 0 }
  assert.equal(divided(items), null)
  assert.deepEqual(summands(items), [
    ['cards', 14],
    ['uncalled', 20],
  ])
  assert.deepEqual(summands(undefined), [])
})
