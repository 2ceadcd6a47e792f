// Cards and colours in words, in the reader's language.

import { parse, type Code } from '../art/code'
import { t, word } from '../messages/index.svelte'

export const colourName = (letter: string): string => word('colour', letter)

export function cardName(text: string): string {
  const code = parse(text)
  if (code.deck === 'wild') return word('face', code.face)
  if (code.deck === 'other') return code.face
  const key = code.deck === 'colour' ? 'card.colour' : 'card.french'
  return t(key, { colour: colourName(code.suit), face: faceWord(code) })
}

/** Without the colour: what else matches the top card. */
export function faceName(text: string): string | null {
  const code = parse(text)
  return code.deck === 'wild' || code.deck === 'other' ? null : faceWord(code)
}

/** Numbers of the coloured deck stay numbers; classic ranks are words. */
function faceWord(code: Code): string {
  return code.deck === 'colour' && /^\d$/.test(code.face) ? code.face : word('face', code.face)
}
