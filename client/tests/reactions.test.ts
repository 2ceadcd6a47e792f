// Reactions: shown for a moment at the seat, and not at all for who does not want to see them.

import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { EMOTES_DRAWN } from '../src/art/emotes'
import { EMOTES } from '../src/net/protocol'
import { Reactions, SHOWN_MS } from '../src/table/reactions.svelte'

function stored() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('every reaction has a drawing', () => {
  assert.deepEqual(Object.keys(EMOTES_DRAWN).sort(), [...EMOTES].sort())
})

test('a reaction goes after a moment, and a newer one takes its place for its own moment', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const all = new Reactions(null)
  assert.equal(all.saw('Wen', 'laugh', 1), true)
  mock.timers.tick(SHOWN_MS - 10)
  all.saw('Wen', 'wow', 2)
  mock.timers.tick(20)
  assert.equal(all.of('Wen')?.emote, 'wow')
  mock.timers.tick(SHOWN_MS)
  assert.equal(all.of('Wen'), null)
  mock.timers.reset()
})

test('those of one person can be hidden, and all of them for good', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const storage = stored()
  const all = new Reactions(storage)
  all.saw('Wen', 'cross', 1)
  all.hide('Wen', true)
  assert.equal(all.of('Wen'), null)
  assert.equal(all.saw('Wen', 'cross', 2), false)
  assert.equal(all.saw('Ida', 'love', 3), true)
  all.hideAll(true)
  assert.equal(all.of('Ida'), null)
  assert.equal(new Reactions(storage).saw('Ida', 'love', 4), false) // the next visit
  all.hideAll(false)
  assert.equal(new Reactions(storage).off, false)
  mock.timers.reset()
})
