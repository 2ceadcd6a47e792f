import assert from 'node:assert/strict'
import test from 'node:test'
import { emptyRound, restoreDraft, roundOf } from '../src/pages/scoreDraft'

test('a round is sent with what applies only', () => {
  const entry = {
    ...emptyRound(),
    hands: { Ann: '', Bob: 'qs, 10d  7H' },
    out: 'qd',
    uncalled: true,
    replenished: { Ann: 0, Bob: 15, Gone: 5 },
  }
  assert.deepEqual(roundOf(entry, ['Ann', 'Bob']), {
    hands: { Ann: '', Bob: 'QS,10D,7H' },
    out: 'QD',
    uncalled: true,
    replenished: { Bob: 15 },
  })
  assert.deepEqual(roundOf({ ...entry, blocked: true, replenished: {} }, ['Ann', 'Bob']), {
    hands: { Ann: '', Bob: 'QS,10D,7H' },
    blocked: true,
  })
})

test('an unreadable draft starts empty', () => {
  for (const bad of [null, '', '{', '7', '{"players": 3}']) assert.deepEqual(restoreDraft(bad).rounds, [])
  assert.deepEqual(restoreDraft('{"players":["Ann"],"rounds":[]}'), { players: ['Ann'], rounds: [], set: {} })
})
