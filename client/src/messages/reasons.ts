// What the server says in sentences: refusals, what is wrong with a form or a record, Haggle's reasons. A sentence
// is the key of its own translation, with {} for what was filled in; tests/test_reasons.py finds every one in the
// server's source. English needs an entry only where the page words it otherwise: without the options of a command,
// with cards in words.

import { cardName } from '../table/names'
import en from './en.json'
import { language, t, word, type Key, type Language } from './index.svelte'
import inEnglish from './reasons.en.json'
import inRussian from './reasons.ru.json'

interface Pattern {
  shape: RegExp
  weight: number
  text: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** First those that only wrap another sentence; then the longest: the more it says, the surer it is meant. */
const patterns = (translations: Record<string, string>): Pattern[] =>
  Object.entries(translations)
    .map(([key, text]) => ({
      shape: new RegExp(`^${key.split('{}').map(escaped).join('(.*?)')}$`, 's'),
      weight: key.replaceAll('{}', '').length + (text.includes(':why}') ? 1000 : 0),
      text,
    }))
    .sort((a, b) => b.weight - a.weight)
const PATTERNS: Record<Language, Pattern[]> = { en: patterns(inEnglish), ru: patterns(inRussian) }

/** A word of the server's own English, such as the title of a rulebook or a colour, in the reader's language. */
function translated(text: string): string {
  const same = Object.entries(en).find(
    ([key, own]) =>
      /^(rulebook|colour|Colour)\.\w+$/.test(key) &&
      typeof own === 'string' &&
      own.toLowerCase() === text.toLowerCase(),
  )
  if (!same) return text
  return text === text.toLowerCase() ? t(same[0] as Key).toLowerCase() : t(same[0] as Key)
}

/** {0:why} is a sentence itself, {0:card:acc} a card in a grammatical form, {0:option} a word of the message file. */
function filled(value: string, kind: string, form: string): string {
  switch (kind) {
    case '':
      return value
    case 'why':
      return phrase(value) ?? value
    case 'card':
      return cardName(value, form)
    case 'word':
      return translated(value)
    case 'list':
      return value
        .split(', ')
        .map((one) => phrase(one) ?? one)
        .join(', ')
    default:
      return word(kind, value)
  }
}

function phrase(text: string): string | null {
  for (const { shape, text: translation } of PATTERNS[language()]) {
    const found = shape.exec(text)
    if (!found) continue
    return translation.replace(/\{(\w+)(?::(\w+))?(?::(\w+))?\}/g, (_, place: string, kind = '', form = '') =>
      filled(/^\d+$/.test(place) ? (found[Number(place) + 1] ?? '') : place, kind as string, form as string),
    )
  }
  return null
}

/** A part of a line, such as one of Haggle's reasons; what has no translation stays as it came. */
export const explained = (text: string): string => phrase(text) ?? text

/** A sentence of its own, with a capital and a full stop. */
export function reason(text: string): string {
  const sentence = explained(text.trim())
  return (
    sentence.charAt(0).toUpperCase() +
    sentence.slice(1) +
    (/[.!?…]$/.test(sentence) || sentence === '' ? '' : '.')
  )
}
