// How a card looks, from the data that the server sends: which drawing, and which sign for what it does.

import type { CardInfo, Deck } from '../net/protocol'
import { PAINT, STROKES, type Colour, type Suit } from './shapes'

/** What a card does, as a sign: `+2`, a hop, a turn, or "names a suit". */
export type Effect = `+${number}` | 'skip' | 'reverse' | 'wild'
export type Look =
  | { art: 'colour'; suit: Colour; sign: string; effect: Effect | null } // the sign: `7`, `+2`, `skip`, `reverse`
  | { art: 'wild'; draws: number }
  | { art: 'french'; suit: Suit; rank: string; effect: Effect | null }
  | { art: 'joker'; effect: Effect | null }
  | { art: 'plain'; ink: string; effect: Effect | null } // anything else: text on paper

/** The suits that have a drawing, by their names in a rulebook. */
const DRAWN: Record<string, Colour | Suit> = {
  red: 'R',
  yellow: 'Y',
  green: 'G',
  blue: 'B',
  spades: 'S',
  hearts: 'H',
  clubs: 'C',
  diamonds: 'D',
}
/** Inks that can be read on paper: for suits called by a colour, and in turn for all others. */
const NAMED_INKS: Record<string, string> = {
  orange: '#a84b00',
  purple: '#6a3d9a',
  violet: '#6a3d9a',
  pink: '#a0286b',
  brown: '#6b4423',
  black: '#2a2034',
  white: '#5f5866',
  grey: '#5f5866',
}
const INKS = ['#1e5aa8', '#8e1f1d', '#1e6b46', '#6a3d9a', '#835300', '#006570', '#a0286b', '#3d3d3d']
const DARK = '#2a2034'

/** The drawing of a suit, or null where it has none. */
export const suitArt = (name: string | undefined): Colour | Suit | null =>
  DRAWN[(name ?? '').toLowerCase()] ?? null
export const isColour = (art: Colour | Suit | null): art is Colour => art !== null && art in PAINT
export const isFrench = (art: Colour | Suit | null): art is Suit => art !== null && !isColour(art)

export function suitInk(deck: Deck, letter: string | null): string {
  if (letter === null) return DARK
  const name = (deck.suits[letter] ?? '').toLowerCase()
  const art = suitArt(name)
  if (isColour(art) && art !== 'Y') return PAINT[art].lo
  return NAMED_INKS[name] ?? INKS[Object.keys(deck.suits).indexOf(letter) % INKS.length] ?? DARK
}

export function effectOf(card: CardInfo): Effect | null {
  if (card.draws > 0) return `+${card.draws}`
  if (card.flips) return 'reverse'
  if (card.skips) return 'skip'
  return card.wild ? 'wild' : null
}

const inStrokes = (text: string) => text.length <= 3 && [...text].every((ch) => ch in STROKES)

export function lookOf(card: CardInfo, deck: Deck): Look {
  const effect = effectOf(card)
  const plain: Look = { art: 'plain', ink: suitInk(deck, card.suit), effect }
  if (card.suit === null) return unsuited(card, deck) ?? plain
  const suit = suitArt(deck.suits[card.suit])
  if (isColour(suit)) {
    const number = /^\d+$/.test(card.symbol)
    if (!number && effect !== null && effect !== 'wild')
      return { art: 'colour', suit, sign: effect, effect: null }
    return inStrokes(card.symbol) ? { art: 'colour', suit, sign: card.symbol, effect } : plain
  }
  return suit !== null && inStrokes(card.symbol) ? { art: 'french', suit, rank: card.symbol, effect } : plain
}

/** A card without a suit: the petals show the four colours; with French cards it is a joker. */
function unsuited(card: CardInfo, deck: Deck): Look | null {
  const arts = Object.values(deck.suits).map(suitArt)
  const acts = card.skips && card.draws === 0 // what the petals could not show
  if (arts.length === 4 && arts.every(isColour) && !acts && !card.flips)
    return { art: 'wild', draws: card.draws }
  const effect = effectOf(card)
  return arts.every(isFrench) ? { art: 'joker', effect: effect === 'wild' ? null : effect } : null
}
