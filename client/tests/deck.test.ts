// The client knows no card: what is drawn and said comes from the deck that the server sent.
import './setup'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { sprite } from '../src/art/sprite'
import { cardOf, deckCards, faces, notableCards, useDeck } from '../src/deck.svelte'
import { cardName, colourTitle } from '../src/table/names'
import { fitting } from '../src/table/turnText'
import type { View } from '../src/net/protocol'
import { CLASSIC, FOOL, JOKERS, MOONS } from './decks'

const seen = (top: string, colour: string) => fitting({ top, colour } as unknown as View)
const toLearn = () =>
  faces()
    .filter((face) => face.effect !== null && face.spelled)
    .map((face) => face.symbol)

test('no source names a rulebook, and none asks for a card by its letter', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? files(join(folder, one.name)) : [join(folder, one.name)],
    )
  for (const path of files('src').filter(
    (one) => /\.(ts|svelte)$/.test(one) && !one.endsWith('protocol.ts'),
  )) {
    const found = /['"`](classic|league|fool108)['"`]|=== '(W\+?4?|Q|QS|\+2)'/.exec(
      readFileSync(path, 'utf8'),
    )
    // The court cards are drawn by rank, whatever they do.
    if (path !== join('src', 'art', 'faces.ts') && path !== join('src', 'art', 'shapes.ts'))
      assert.equal(found?.[0], undefined, path)
  }
})

test('what goes on the pile is said by the deck', () => {
  useDeck(CLASSIC)
  assert.equal(seen('G7', 'G'), 'green, a 7 or a wild')
  assert.equal(seen('W', 'G'), 'green or a wild')
  useDeck(FOOL)
  assert.equal(seen('8C', 'C'), 'clubs, an eight or a queen')
  assert.equal(seen('QC', 'H'), 'hearts or a queen')
  useDeck(JOKERS)
  assert.equal(seen('AS', 'S'), 'spades, an ace or a joker')
  useDeck(MOONS)
  assert.equal(seen('M1', 'M'), 'moons, a 1 or a Nova')
})

test('what a card does is told where its picture does not show it', () => {
  useDeck(CLASSIC)
  assert.deepEqual(toLearn(), [])
  useDeck(FOOL)
  assert.deepEqual(toLearn().sort(), ['6', '7', '9', 'A', 'Q'])
  useDeck(JOKERS)
  assert.deepEqual(toLearn(), ['X'])
  useDeck(MOONS)
  assert.deepEqual(toLearn(), ['<B>', 'W'])
})

test('a replay points out the wild draw cards, else the best to go out with', () => {
  useDeck(CLASSIC)
  assert.deepEqual([...notableCards()], ['W+4'])
  useDeck({
    ...FOOL,
    cards: FOOL.cards.map((card) => (card.card === 'QS' ? { ...card, out: -40 } : card)),
  })
  assert.deepEqual([...notableCards()], ['QS'])
})

test('all French ranks and jokers are drawn', () => {
  useDeck(JOKERS)
  const page = sprite({}, [...deckCards().values()])
  for (const card of JOKERS.cards) assert.ok(page.includes(`<symbol id="card-${card.card}"`), card.card)
  assert.equal(cardOf('X')?.look.art, 'joker')
  assert.equal(cardName('2H'), 'two of hearts')
  assert.equal(cardName('QS'), 'queen of spades')
})

test('a number card of a colour with an effect shows both', () => {
  const seven = {
    ...CLASSIC,
    cards: CLASSIC.cards.map((card) => ({ ...card, draws: card.symbol === '7' ? 3 : card.draws })),
  }
  useDeck(seven)
  assert.deepEqual(cardOf('R7')?.look, { art: 'colour', suit: 'R', sign: '7', effect: '+3' })
  assert.deepEqual(toLearn(), ['7'])
})

test('a card of a deck of its own is text, and its text is never markup', () => {
  useDeck(MOONS)
  assert.equal(cardOf('M<B>')?.look.art, 'plain')
  assert.equal(cardName('M<B>'), 'moons Comet')
  assert.equal(colourTitle('M'), 'Moons')
  const page = sprite({}, [...deckCards().values()])
  assert.ok(!page.includes('<B>') && !page.includes('card-M'))
})
