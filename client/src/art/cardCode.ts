// Cards as text (N2 in docs/rules.md): `R7`, `GS`, `BR`, `Y+2`, `W`, `W+4`, and `6C`, `10D`, `QS`.

import { COLOURS, SUITS, type Colour, type Suit } from './shapes'

export type CardCode =
  | { deck: 'colour'; suit: Colour; face: string }
  | { deck: 'wild'; suit: null; face: 'W' | 'W+4' }
  | { deck: 'french'; suit: Suit; face: string }
  | { deck: 'other'; suit: null; face: string }

export function parse(text: string): CardCode {
  if (text === 'W' || text === 'W+4') return { deck: 'wild', suit: null, face: text }
  const french = /^(10|[2-9JQKA])([SHCD])$/.exec(text)
  if (french) return { deck: 'french', suit: french[2] as Suit, face: french[1] ?? '' }
  const coloured = /^([RYGB])([0-9]|S|R|\+2)$/.exec(text)
  if (coloured) return { deck: 'colour', suit: coloured[1] as Colour, face: coloured[2] ?? '' }
  return { deck: 'other', suit: null, face: text }
}

export const isColour = (letter: string | null): letter is Colour => COLOURS.includes(letter as Colour)
export const isSuit = (letter: string | null): letter is Suit => SUITS.includes(letter as Suit)

/** Does a card ask for a colour or suit when it is played? Only for pictures: the server's actions decide. */
export const isWild = (text: string): boolean => parse(text).deck === 'wild'
