// Cards and colours in words, in the reader's language. What has no word of ours is called as its rulebook does.

import { cardOf, saysSuit, suitName } from '../deck.svelte'
import { t, word } from '../messages/index.svelte'

const RANKS: Record<string, string> = { J: 'jack', Q: 'queen', K: 'king', A: 'ace' }
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function colourName(letter: string, form = ''): string {
  const name = suitName(letter)
  return word('colour', name.toLowerCase(), name, form)
}
/** The same as a label. */
export function colourTitle(letter: string): string {
  const name = suitName(letter)
  return word('Colour', name.toLowerCase(), capital(name))
}

interface Faced {
  symbol: string
  name: string
}
/** Numbers stay numbers where people say "red 7"; where they say "seven of hearts", they are words. */
export function faceWord(face: Faced, form = ''): string {
  const name = face.name === '' && saysSuit() ? (RANKS[face.symbol] ?? '') : face.name
  if (name !== '') return word('face', name.toLowerCase().replaceAll(' ', '-'), name, form)
  return saysSuit() ? word('rank', face.symbol, face.symbol, form) : face.symbol
}
export const faceTitle = (face: Faced): string => capital(faceWord(face))

/** `form`: the grammatical one that a sentence asks for ("acc"), where the language has it. */
export function cardName(text: string, form = ''): string {
  const card = cardOf(text)
  if (card === undefined) return text
  const suit = card.suit
  if (suit === null) return faceWord(card, form)
  const key = saysSuit() ? 'card.suit' : /^[+\d]/.test(card.symbol) ? 'card.number' : 'card.sign'
  return t(
    key,
    { colour: (as: string) => colourName(suit, as), face: (as: string) => faceWord(card, as) },
    form,
  )
}

/** Without the suit: what else matches the top card. */
export function faceName(text: string): string | null {
  const card = cardOf(text)
  return card === undefined || card.suit === null ? null : faceWord(card)
}
