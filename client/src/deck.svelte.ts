// The cards on the page: what the server says about the deck of the table, replay or sheet that is shown.

import { effectOf, isColour, lookOf, suitArt, type Effect, type Look } from './art/look'
import type { Colour, Suit } from './art/shapes'
import type { CardInfo, Deck } from './net/protocol'

export interface DeckCard extends CardInfo {
  id: string // of its drawing
  look: Look
}
/** A face, whatever its suit. */
export interface DeckFace {
  symbol: string
  name: string
  suited: boolean
  wild: boolean
  draws: number
  skips: boolean
  flips: boolean
  effect: Effect | null
  spelled: boolean // its drawing shows the symbol, so what it does has to be learnt
}

/** A text that can stand in an id and in markup as it is. */
const PLAIN_TEXT = /^[A-Z0-9+]+$/
const NONE: Deck = { suits: {}, suit_word: 'colour', cards: [] }

let data = $state.raw<Deck>(NONE)
let cards: ReadonlyMap<string, DeckCard> = $state.raw(new Map<string, DeckCard>())

/** Show cards of this deck from now on. */
export function useDeck(deck: Deck | null): void {
  if (deck === null || deck === data) return
  data = deck
  cards = new Map(
    deck.cards.map((card, i) => [
      card.card,
      { ...card, id: PLAIN_TEXT.test(card.card) ? card.card : `kind-${i}`, look: lookOf(card, deck) },
    ]),
  )
}

export const deckInUse = (): Deck => data
export const deckCards = (): ReadonlyMap<string, DeckCard> => cards
export const cardOf = (text: string): DeckCard | undefined => cards.get(text)
export const suitLetters = (): string[] => Object.keys(data.suits)
export const suitName = (letter: string): string => data.suits[letter] ?? letter
/** The drawing of a suit by its letter, or null where it has none. */
export const artOf = (letter: string | null): Colour | Suit | null =>
  letter === null ? null : suitArt(data.suits[letter])
/** Whether people say "suit" here, and "the eight of hearts"; else "colour", and "the red 8". */
export const saysSuit = (): boolean => data.suit_word === 'suit'
/** The colour of the ring while this suit is in force. */
export const ringPaint = (letter: string | null): string => {
  const art = artOf(letter)
  return isColour(art) ? `var(--ring-${art})` : 'var(--ring-plain)'
}

export function faces(): DeckFace[] {
  const found = new Map<string, DeckFace>()
  for (const card of cards.values()) {
    const { symbol, name, wild, draws, skips, flips, look } = card
    const spelled = look.art !== 'wild' && (look.art !== 'colour' || look.sign === symbol)
    if (!found.has(symbol))
      found.set(symbol, {
        symbol,
        name,
        suited: card.suit !== null,
        wild,
        draws,
        skips,
        flips,
        effect: effectOf(card),
        spelled: spelled && `+${draws}` !== symbol,
      })
  }
  return [...found.values()]
}

/** The cards that a replay points out: wild cards that make somebody draw, else the best to go out with. */
export function notableCards(): ReadonlySet<string> {
  const all = [...cards.values()]
  const wild = all.filter((card) => card.wild && card.draws > 0)
  const best = Math.min(0, ...all.map((card) => card.out))
  const found = wild.length > 0 || best === 0 ? wild : all.filter((card) => card.out === best)
  return new Set(found.map((card) => card.card))
}
