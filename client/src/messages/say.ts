// What the server says, in the reader's words. It sends a key with parameters; what a parameter is follows from its
// name, so that a card or an option is named as everywhere else on the page.

import type { Message } from '../net/protocol'
import { cardName, choiceName, colourName, namedFace } from '../table/names'
import { apart } from './apart'
import { capital, has, t, word, type Values } from './index.svelte'

type Kind = (value: string, form: string) => string
const option: Kind = (name, form) => (form === 'help' ? word('help', name) : word('option', name, name, form))

/** The parameters that are words of ours; any other is shown as it is. */
const KINDS: Readonly<Record<string, Kind>> = {
  card: cardName,
  top: cardName,
  hint: cardName,
  colour: colourName,
  suit: colourName,
  face: namedFace,
  suit_word: (name, form) => word('suit_word', name, name, form),
  rules: (name, form) => word('game.title', name, name, form),
  level: (name, form) => word('level', name, name, form),
  option,
  field: option,
  value: choiceName,
  values: choiceName,
  wanted: choiceName,
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value

function parameter(name: string, value: unknown, form: string): string {
  if (Array.isArray(value)) return value.map((one) => parameter(name, one, form)).join(', ')
  if (isMessage(value)) return wording(value, form)
  if (typeof value === 'string') return KINDS[name]?.(value, form) ?? apart(value)
  return typeof value === 'number' ? String(value) : ''
}

/** A part of a line, such as one of Haggle's reasons. A form that is asked of it is asked of what is in it. */
export function wording({ code, params }: Message, form = ''): string {
  if (!has(code)) return code
  const values: Values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : (as: string) => parameter(name, value, as || form),
    ]),
  )
  return t(code, values, form)
}

/** A sentence of its own, with a capital and a full stop; a general one for what only a later server says. */
export function sentenceOf(message: Message): string {
  const text = has(message.code) ? wording(message).trim() : t('server.unknown', { code: message.code })
  return capital(text) + (text === '' || /[\p{Sentence_Terminal}…]$/u.test(text) ? '' : '.')
}
