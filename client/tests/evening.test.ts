import assert from 'node:assert/strict'
import test from 'node:test'
import { blank, restored, told } from '../src/pages/evening'

test('a round is told with what applies only', () => {
  const draft = {
    ...blank(),
    hands: { Ann: '', Bob: 'qs, 10d  7H' },
    out: 'qd',
    uncalled: true,
    replenished: { Ann: 0, Bob: 15, Gone: 5 },
  }
  assert.deepEqual(told(draft, ['Ann', 'Bob']), {
    hands: { Ann: '', Bob: 'QS,10D,7H' },
    out: 'QD',
    uncalled: true,
    replenished: { Bob: 15 },
  })
  assert.deepEqual(told({ ...draft, blocked: true, replenished: {} }, ['Ann', 'Bob']), {
    hands: { Ann: '', Bob: 'QS,10D,7H' },
    blocked: true,
  })
})

test('an evening that can not be read starts anew', () => {
  for (const bad of [null, '', '{', '7', '{"players": 3}']) assert.deepEqual(restored(bad).rounds, [])
  assert.deepEqual(restored('{"players":["Ann"],"rounds":[]}'), { players: ['Ann'], rounds: [], set: {} })
})
