import assert from 'node:assert/strict'
import test from 'node:test'
import { howItEnded } from '../src/pages/howItEnded'

const left = [{ name: 'Bob', person: 'b', rounds: 2 }]

test('a match in the history says how far it went', () => {
  assert.equal(howItEnded({ rounds: 3, state: 'over', left: [] }, 'a'), '3 rounds')
  assert.equal(howItEnded({ rounds: 1, state: 'left', left: [] }, 'a'), 'left after 1 round')
  assert.equal(howItEnded({ rounds: 2, state: 'playing', left: [] }, 'a'), 'still in play, 2 rounds so far')
})

test('who left a match that others finished reads it so', () => {
  assert.equal(howItEnded({ rounds: 5, state: 'over', left }, 'b'), 'you left after 2 rounds')
  assert.equal(howItEnded({ rounds: 5, state: 'over', left }, null), '5 rounds')
})
