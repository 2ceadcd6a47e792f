// The log: what belongs together shares a line.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import { logLines } from '../src/table/logLines'
import { plain } from '../src/table/sentences'
import { useDeck } from '../src/deck.svelte'
import { CLASSIC } from './decks'
import type { AnyEvent, TableEvent } from '../src/net/protocol'

useDeck(CLASSIC)

let n = 0
const game = (event: AnyEvent): TableEvent => ({ type: 'game', version: 0, n: ++n, at: 0, event })
const read = (events: TableEvent[]) =>
  logLines(events, 'Ann').map((line) => line.divider ?? plain(line.parts))

test('a play, its call and its victim share a line; a drawn card that was kept is one sentence', () => {
  const events = [
    { type: 'deal' as const, round: 2, version: 0, n: 0, at: 0 },
    game({ type: 'play', player: 'Bob', card: 'R+2' }),
    game({ type: 'call', player: 'Bob' }),
    game({ type: 'draw', player: 'Ann', count: 2, why: 'forced' }),
    game({ type: 'skip', player: 'Ann' }),
    game({ type: 'draw', player: 'Cid', count: 1, why: 'choice' }),
    game({ type: 'pass', player: 'Cid' }),
  ]
  assert.deepEqual(read(events), [
    'Round 2',
    'Bob played red draw two. Bob called One! 2 cards for you. You are skipped.',
    'Cid drew a card and kept it.',
  ])
})

test('C8 the log does not tell who forgot to call; a false call or catch stands there with its penalty', () => {
  const events = [
    game({ type: 'play', player: 'Bob', card: 'G7' }),
    game({ type: 'play', player: 'Cid', card: 'G2' }),
    game({ type: 'call', player: 'Cid' }),
    game({ type: 'false_catch', player: 'Ann', accused: 'Cid' }),
    game({ type: 'draw', player: 'Ann', count: 2, why: 'penalty' }),
    game({ type: 'false_call', player: 'Bob' }),
    game({ type: 'draw', player: 'Bob', count: 2, why: 'penalty' }),
  ]
  assert.deepEqual(read(events), [
    'Bob played green 7.',
    'Cid played green 2. Cid called One!',
    'You accused Cid wrongly. 2 penalty cards for you.',
    'Bob called too soon. 2 penalty cards for Bob.',
  ])
})

test('C1: the log tells who drew what for the deal, ties, who deals and who starts', () => {
  const events = [
    game({ type: 'dealer_card', player: 'Ann', card: 'R7', number: 7 }),
    game({ type: 'dealer_card', player: 'Bob', card: 'G7', number: 7 }),
    game({ type: 'dealer_card', player: 'Cid', card: 'W' }),
    game({ type: 'dealer_tie', player: null, players: ['Ann', 'Bob'], number: 7 }),
    game({ type: 'dealer_tie', player: null, players: ['Ann', 'Bob'] }),
    game({ type: 'dealer', player: 'Bob', first: 'Cid' }),
    game({ type: 'dealer', player: 'Ann', first: 'Bob' }),
    game({ type: 'dealer', player: 'Cid', first: 'Ann' }),
  ]
  assert.deepEqual(read(events), [
    'You drew red 7 for the deal.',
    'Bob drew green 7 for the deal.',
    'Cid drew wild for the deal.',
    'A tie at 7 (you, Bob): one more draw.',
    'Nobody has a number: everybody draws again.',
    'Bob deals, Cid starts.',
    'You deal, Bob starts.',
    'Cid deals, you start.',
  ])
})
