// What is pressed, dragged and offered at the table. Numbers in names are those of docs/table-situations.md.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import { Accusing } from '../src/table/accusing'
import { choices, ways } from '../src/table/actions'
import { keyAction, typing, type Pressed } from '../src/table/keys'
import { down, LINE, moved, released } from '../src/table/gestures'
import { headline, nextPlayer, underline, whyNot } from '../src/table/turnText'
import { useDeck } from '../src/deck.svelte'
import { CLASSIC, FOOL } from './decks'
import type { Action, Reasons, View } from '../src/net/protocol'

useDeck(CLASSIC)

const press = (key: string, code = '', more: Partial<Pressed> = {}): Pressed => ({
  key,
  code,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('F12 the keys of the table', () => {
  const meant: [Pressed, object][] = [
    [press('Enter'), { do: 'play' }],
    [press(' '), { do: 'draw' }],
    [press('ArrowLeft'), { do: 'step', by: -1 }],
    [press('ArrowRight'), { do: 'step', by: 1 }],
    [press('o', 'KeyO'), { do: 'call' }],
    [press('c', 'KeyC'), { do: 'catch' }],
    [press('1'), { do: 'choose', index: 0 }],
    [press('4'), { do: 'choose', index: 3 }],
    [press('p', 'KeyP'), { do: 'next' }],
    [press('q', 'KeyQ'), { do: 'leave' }],
    [press('Escape'), { do: 'back' }],
    [press('l', 'KeyL'), { do: 'log' }],
    [press('t', 'KeyT'), { do: 'chat' }],
    [press('?', 'Slash'), { do: 'help' }],
  ]
  for (const [pressed, wanted] of meant) assert.deepEqual(keyAction(pressed), wanted, pressed.key)
})

test('F12 letters go by their place, so a Russian keyboard has the same keys', () => {
  assert.deepEqual(keyAction(press('щ', 'KeyO')), { do: 'call' })
  assert.deepEqual(keyAction(press('й', 'KeyQ')), { do: 'leave' })
})

test('a key held down repeats the arrows only, and the browser keeps its own shortcuts', () => {
  assert.deepEqual(keyAction(press('ArrowRight', '', { repeat: true })), { do: 'step', by: 1 })
  assert.equal(keyAction(press(' ', 'Space', { repeat: true })), null)
  assert.equal(keyAction(press('Enter', 'Enter', { repeat: true })), null)
  assert.equal(keyAction(press('c', 'KeyC', { ctrlKey: true })), null)
})

test('72 keys are dead while somebody types', () => {
  assert.equal(typing(new HTMLInputElement()), true)
  assert.equal(typing(new HTMLTextAreaElement()), true)
  assert.equal(typing(null), false)
})

test('62 the card under the pointer when it went down counts, by its key', () => {
  assert.deepEqual(released(down('R7#0', 10, 10)), { do: 'play', key: 'R7#0' })
})

test('64 a click with a slight drag is a click', () => {
  assert.deepEqual(released(moved(down('R7#0', 10, 10), 15, 4, 'R7#0').press), { do: 'play', key: 'R7#0' })
})

test('64 67 an abandoned drag goes home, one past the line plays', () => {
  const start = down('R7#0', 100, 500)
  const up = moved(start, 104, 500 - LINE - 1, null).press
  assert.equal(up.lift, -LINE - 1)
  assert.deepEqual(released(up), { do: 'play', key: 'R7#0' })
  assert.equal(released(moved(up, 104, 495, 'R7#0').press), null)
  assert.equal(released(moved(start, 104, 500 - LINE + 6, null).press), null)
})

test('67 sliding along the hand shows the cards and plays none', () => {
  const { press: on, gesture } = moved(down('R7#0', 100, 500), 160, 498, 'G2#0')
  assert.deepEqual(gesture, { do: 'peek', key: 'G2#0' })
  assert.equal(released(on), null)
})

const wild: Action = { verb: 'play', card: 'W', colour: 'R' }
const seven: Action = { verb: 'play', card: 'R7' }
const legal: Action[] = [
  wild,
  { ...wild, colour: 'G' },
  { ...wild, call: true },
  { ...wild, colour: 'G', call: true },
  seven,
  { ...seven, call: true },
  { verb: 'draw' },
]

test('40 a call rides with a wild and its colour', () => {
  const all = choices(legal)
  assert.deepEqual(
    ways(all, 'W', true).map((one) => one.action),
    [legal[2], legal[3]],
  )
  assert.deepEqual(
    ways(all, 'W', false).map((one) => [one.action, one.colour]),
    [
      [legal[0], 'R'],
      [legal[1], 'G'],
    ],
  )
  assert.equal(all.callWith, true)
})

test('a seven that swaps hands knows its partner, and goes back as the server sent it', () => {
  const plain: Action = { ...seven, player: 'Bob call' }
  const swap: Action = { ...plain, call: true, call_first: true }
  const all = choices([plain, swap])
  assert.deepEqual(
    ways(all, 'R7', false).map((one) => one.partner),
    ['Bob call'],
  )
  assert.deepEqual(
    ways(all, 'R7', true).map((one) => [one.partner, one.action]),
    [['Bob call', swap]],
  )
})

test('C8 an armed call goes with a play that leaves more cards too: a false call', () => {
  const bob: Action = { ...seven, player: 'Bob' }
  const eve: Action = { ...seven, player: 'Eve' }
  const all = choices([bob, eve, { ...eve, call: true }])
  assert.deepEqual(
    ways(all, 'R7', true, 'false').map((one) => [one.action, one.falseCall]),
    [
      [{ ...bob, call: true }, true],
      [{ ...eve, call: true }, false],
    ],
  )
  assert.deepEqual(
    ways(all, 'R7', true, 'ignored').map((one) => one.action),
    [bob, { ...eve, call: true }],
  )
})

test('the key C goes from one player with one card to the next, and a hammering finger does not pay twice', () => {
  let now = 0
  const accusing = new Accusing(() => now)
  const press = (...accusable: string[]) => {
    const name = accusing.next(accusable)
    return name !== null && accusing.accuse(name) ? name : null
  }
  assert.equal(press(), null)
  assert.equal(press('Cid', 'Bob'), 'Cid')
  now += 300
  assert.equal(press('Cid', 'Bob'), null)
  now += 300
  assert.equal(press('Cid', 'Bob'), 'Bob')
  assert.equal(accusing.accuse('Bob'), false)
  now += 2000
  assert.equal(press('Eve', 'Cid', 'Bob'), 'Eve') // who came down to one card last
  now += 2000
  assert.equal(press('Eve', 'Cid', 'Bob'), 'Eve') // all were accused: from the beginning
})

const view = (more: Partial<View>): View =>
  ({
    players: ['Ann', 'Bob', 'Cid'],
    you: 'Ann',
    turn: 'Ann',
    phase: 'play',
    direction: 1,
    top: 'G7',
    colour: 'G',
    hand: ['G1', 'R2'],
    drawn: null,
    owed: 0,
    ...more,
  }) as View

test('U6 the voice says that the turn passes by itself, or that a pass is on its way', () => {
  const drawn = view({ phase: 'drawn', drawn: 'R2' })
  const only = choices([{ verb: 'pass' }])
  const either = choices([{ verb: 'play', card: 'R2' }, { verb: 'pass' }])
  assert.equal(headline(drawn, only, false), 'It can’t be played: passing…')
  assert.equal(headline(drawn, either, false), 'It fits: play it or pass')
  assert.equal(headline(drawn, either, false, true), 'Passing…')
})

test('the voice of the table says what fits, and who comes before you', () => {
  const none = choices([])
  assert.equal(
    headline(view({}), choices([{ verb: 'play', card: 'G1' }]), false),
    'Your turn: green, a 7 or a wild',
  )
  assert.equal(underline(view({}), none, false), 'Nothing to play: draw a card.')
  assert.equal(headline(view({ turn: 'Bob' }), none, false), 'Bob is thinking')
  assert.equal(underline(view({ turn: 'Bob' }), none, false), 'You play after Bob and Cid.')
  assert.equal(underline(view({ turn: 'Bob', direction: -1 }), none, false), 'You are next.')
  useDeck(FOOL)
  assert.equal(headline(view({ top: 'QS', colour: 'D' }), none, false), 'Your turn: diamonds or a queen')
  assert.equal(
    headline(view({ top: '8S', colour: 'S' }), none, false),
    'Your turn: spades, an eight or a queen',
  )
  assert.equal(nextPlayer(view({ turn: 'Cid' })), 'Ann')
  assert.equal(nextPlayer(view({ direction: -1 })), 'Cid')
})

const why = (code: string, params: Record<string, unknown>, ...cards: string[]): Reasons => ({
  cards: [{ why: { code: `refusal.${code}`, params }, cards }],
  draw: { code: 'refusal.must_play', params: { player: 'Ann' } },
})

test('a card that can’t be played has the reason that the server gives', () => {
  useDeck(CLASSIC)
  const says = (reasons: Reasons, card: string, more: Partial<View> = {}) => whyNot(view(more), reasons, card)
  assert.equal(
    says(why('has_another_card', {}, 'W+4'), 'W+4'),
    'Wild draw four is only for a player who can play nothing else.',
  )
  const fit = why('does_not_fit', { top: 'G7', colour: 'green' }, 'R2', 'B3')
  assert.equal(says(fit, 'R2'), 'Red 2 doesn’t fit on green 7.')
  const named = why('does_not_fit', { top: 'W', colour: 'green' }, 'R2')
  assert.equal(says(named, 'R2', { top: 'W' }), 'Red 2 does not fit on wild (green).')
  assert.equal(whyNot(view({}), fit, null), 'You can draw only when nothing fits.')
  assert.equal(whyNot(view({}), null, 'R2'), 'Waiting for the server.')
  assert.equal(says(fit, 'R2', { phase: 'over' }), 'The round is over.')
})
