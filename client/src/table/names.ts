// Cards and colours in words, in the reader's language.

import { parse, type CardCode } from '../art/cardCode'
import { t, word } from '../messages/index.svelte'

export const colourName = (letter: string, form = ''): string => word('colour', letter, letter, form)

/** `form`: the grammatical one that a sentence asks for ("acc"), where the language has it. */
export function cardName(text: string, form = ''): string {
  const code = parse(text)
  if (code.deck === 'wild') return word('face', code.face, code.face, form)
  if (code.deck === 'other') return code.face
  const key = code.deck === 'french' ? 'card.french' : /^[SR]$/.test(code.face) ? 'card.sign' : 'card.number'
  return t(
    key,
    { colour: (as: string) => colourName(code.suit, as), face: (as: string) => faceWord(code, as) },
    form,
  )
}

/** Without the colour: what else matches the top card. */
export function faceName(text: string): string | null {
  const code = parse(text)
  return code.deck === 'wild' || code.deck === 'other' ? null : faceWord(code, '')
}

/** Numbers of the coloured deck stay numbers; classic ranks are words. */
function faceWord(code: CardCode, form: string): string {
  return code.deck === 'colour' && /^\d$/.test(code.face)
    ? code.face
    : word('face', code.face, code.face, form)
}
