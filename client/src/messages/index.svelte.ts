// Texts in the reader's language. A message is a text with {places}, or several: one for each plural form of {count},
// or one for each grammatical form of a word. {card:acc} asks for the form "acc"; where there is none, "other" serves.

import en from './en.json'
import ru from './ru.json'

export type Key = keyof typeof en
export type Language = 'en' | 'ru'
type Message = string | Record<string, string>
/** A word that can be asked for in a grammatical form. */
export type Word = (form: string) => string
type Values = Record<string, string | number | Word>
/** A piece of a message: plain text, or the name of the place where something else goes, and in which form. */
export type Piece = { text: string } | { place: string; form: string }

const FILES: Record<Language, Record<Key, Message>> = { en, ru }
const RANKS: Record<Language, Record<string, string>> = {
  en: {},
  ru: { J: 'В', Q: 'Д', K: 'К', A: 'Т' },
}

function preferred(): Language {
  const kept = localStorage.getItem('language')
  if (kept === 'en' || kept === 'ru') return kept
  return navigator.languages.some((one) => one.startsWith('ru')) && !navigator.languages[0]?.startsWith('en')
    ? 'ru'
    : 'en'
}

const chosen = $state({ language: preferred() })
const plurals = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') }

export const language = (): Language => chosen.language
export const ranks = (): Record<string, string> => RANKS[chosen.language]

export function setLanguage(to: Language): void {
  chosen.language = to
  localStorage.setItem('language', to)
  document.documentElement.lang = to
}

export const has = (key: string): key is Key => key in en

function chosenForm(key: Key, values: Values, form: string): string {
  const message = FILES[chosen.language][key]
  if (typeof message === 'string') return message
  const plural = plurals[chosen.language].select(Number(values['count'] ?? 0))
  return message[form] ?? message[plural] ?? message['other'] ?? key
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** A name that runs from right to left is set apart, so that it does not turn its sentence round. */
export const apart = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)
const filled = (value: string | number | Word, form: string): string =>
  typeof value === 'function' ? value(form) : apart(String(value))

/** A message as text. */
export function t(key: Key, values: Values = {}, form = ''): string {
  return chosenForm(key, values, form).replace(
    /\{(\w+)(?::(\w+))?\}/g,
    (whole, name: string, as: string | undefined) => {
      const value = values[name]
      return value === undefined ? whole : filled(value, as ?? '')
    },
  )
}

/** A message as pieces, so that names and cards can be put in as elements. */
export function pieces(key: Key, values: Values = {}): Piece[] {
  return chosenForm(key, values, '')
    .split(/(\{[\w:]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith('{')) return { text: part }
      const [name = '', form = ''] = part.slice(1, -1).split(':')
      const value = values[name]
      return value === undefined ? { place: name, form } : { text: filled(value, form) }
    })
}

/** The message for a word of the server (an option, a level, a phrase), or the word itself. */
export function word(prefix: string, name: string, fallback = name, form = ''): string {
  const key = `${prefix}.${name}`
  return has(key) ? t(key, {}, form) : fallback
}
