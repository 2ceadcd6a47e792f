// Decks as the server would send them, cut down to what the tests look at.
import type { CardInfo, Deck } from '../src/net/protocol'

const NOTHING = { name: '', points: 0, wild: false, draws: 0, skips: false, flips: false, out: 0 }
type Face = Partial<CardInfo> & { symbol: string; suited?: boolean }

export function deckOf(suits: Record<string, string>, faces: Face[], word = 'colour'): Deck {
  const card = (suit: string | null, { suited: _, ...face }: Face): CardInfo => {
    const text = word === 'suit' ? `${face.symbol}${suit ?? ''}` : `${suit ?? ''}${face.symbol}`
    return { ...NOTHING, ...face, card: text, suit }
  }
  const suited = Object.keys(suits).flatMap((letter) =>
    faces.filter((face) => face.suited !== false).map((face) => card(letter, face)),
  )
  const others = faces.filter((face) => face.suited === false).map((face) => card(null, face))
  return { suits, suit_word: word, cards: [...suited, ...others] }
}

const numbers = (from: number, to: number): Face[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ symbol: String(from + i) }))

export const CLASSIC = deckOf({ R: 'red', Y: 'yellow', G: 'green', B: 'blue' }, [
  ...numbers(0, 9),
  { symbol: 'S', name: 'Skip', skips: true },
  { symbol: 'R', name: 'Reverse', flips: true },
  { symbol: '+2', name: 'Draw Two', draws: 2, skips: true },
  { symbol: 'W', name: 'Wild', wild: true, suited: false },
  { symbol: 'W+4', name: 'Wild Draw Four', wild: true, draws: 4, skips: true, suited: false },
])
const FRENCH_SUITS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' }
export const FOOL = deckOf(
  FRENCH_SUITS,
  [
    { symbol: '6', draws: 2, skips: true },
    { symbol: '7', draws: 1, skips: true },
    { symbol: '8' },
    { symbol: '9', flips: true },
    { symbol: '10' },
    { symbol: 'J', name: 'Jack' },
    { symbol: 'Q', name: 'Queen', wild: true, out: -20 },
    { symbol: 'K', name: 'King' },
    { symbol: 'A', name: 'Ace', skips: true },
  ],
  'suit',
)
export const JOKERS = deckOf(
  FRENCH_SUITS,
  [
    ...numbers(2, 10),
    ...['J', 'Q', 'K', 'A'].map((symbol) => ({ symbol })),
    { symbol: 'X', name: 'Joker', wild: true, draws: 3, suited: false },
  ],
  'suit',
)
export const MOONS = deckOf({ M: 'moons', O: 'orange' }, [
  { symbol: '1' },
  { symbol: '<B>', name: 'Comet', skips: true },
  { symbol: 'W', name: 'Nova', wild: true, suited: false },
])
