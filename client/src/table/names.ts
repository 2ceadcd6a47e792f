// Cards and colours in words, in the reader's language.

import { parse } from '../art/code'
import { t, word } from '../messages/index.svelte'

export const colourName = (letter: string): string => word('colour', letter)

export function cardName(text: string): string {
  const code = parse(text)
  if (code.deck === 'wild') return word('face', code.face)
  if (code.deck === 'other') return code.face
  const key = code.deck === 'colour' ? 'card.colour' : 'card.french'
  return t(key, { colour: colourName(code.suit), face: word('face', code.face) })
}

/** Without the colour: what else matches the top card. */
export function faceName(text: string): string | null {
  const code = parse(text)
  return code.deck === 'wild' || code.deck === 'other' ? null : word('face', code.face)
}
