// Cards, colours and choices in the reader's words. What has no word of ours is called as its rulebook does.

import { cardOf, faces, saysSuit, suitName } from '../deck.svelte'
import { capital, t, word, type Word } from '../messages/index.svelte'

const RANKS: Record<string, string> = { J: 'jack', Q: 'queen', K: 'king', A: 'ace' }
/** How the ranks without a number are written on a card. */
export const rankLetters = (): Record<string, string> =>
  Object.fromEntries(Object.keys(RANKS).map((rank) => [rank, word('rank.letter', rank)]))

/** A colour or suit by its letter or its English name. */
export function colourName(letter: string, form = ''): string {
  const name = suitName(letter)
  return word('colour', name.toLowerCase(), name, form)
}
/** The same as a label. */
export function colourTitle(letter: string): string {
  const name = suitName(letter)
  return word('Colour', name.toLowerCase(), capital(name))
}
export const colourWord =
  (letter: string | null): Word =>
  (form) =>
    letter === null ? '' : colourName(letter, form)

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
/** A face by its name, or by its symbol if it has none. */
export const namedFace = (text: string, form = ''): string =>
  faceWord(faces().find((one) => text === (one.name || one.symbol)) ?? { symbol: text, name: text }, form)

/** `form`: the grammatical one that a sentence asks for ("acc"), where the language has it. */
export function cardName(text: string, form = ''): string {
  const card = cardOf(text)
  if (card === undefined) return text
  if (card.suit === null) return faceWord(card, form)
  const key = saysSuit() ? 'card.suit' : /^[+\d]/.test(card.symbol) ? 'card.number' : 'card.sign'
  return t(key, { colour: colourWord(card.suit), face: (as: string) => faceWord(card, as) }, form)
}
export const cardWord =
  (text: string): Word =>
  (form) =>
    cardName(text, form)

/** Without the suit: what else matches the top card. */
export function faceName(text: string): string | null {
  const card = cardOf(text)
  return card === undefined || card.suit === null ? null : faceWord(card)
}

/** A house rule: what is on is said by its name alone. */
export const houseRule = (option: string, value: boolean | number | string): string =>
  value === true ? word('option', option) : `${word('option', option)}: ${choiceName(value)}`

/** The value of an option. */
export function choiceName(value: boolean | number | string, form = ''): string {
  const name = String(value)
  return word('choice', name === 'true' ? 'on' : name === 'false' ? 'off' : name, name, form)
}
