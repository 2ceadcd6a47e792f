// Texts in the reader's language. A message is a text with {places}, or one text for each plural form of {count}.

import en from './en.json'
import ru from './ru.json'

export type Key = keyof typeof en
export type Language = 'en' | 'ru'
type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Values = Record<string, string | number>
/** A piece of a message: plain text, or the name of the place where something else goes. */
export type Piece = { text: string } | { place: string }

const FILES: Record<Language, Record<Key, Message>> = { en, ru }
const RANKS: Record<Language, Record<string, string>> = {
  en: {},
  ru: { J: 'В', Q: 'Д', K: 'К', A: 'Т' },
}

function preferred(): Language {
  const kept = localStorage.getItem('language')
  if (kept === 'en' || kept === 'ru') return kept
  return navigator.languages.some((one) => one.startsWith('ru')) && !navigator.languages[0]?.startsWith('en') ? 'ru' : 'en'
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

function form(key: Key, values: Values): string {
  const message = FILES[chosen.language][key]
  if (typeof message === 'string') return message
  const count = Number(values['count'] ?? 0)
  return message[plurals[chosen.language].select(count)] ?? message.other ?? key
}

/** A message as text. */
export function t(key: Key, values: Values = {}): string {
  return form(key, values).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A message as pieces, so that names and cards can be put in as elements. */
export function pieces(key: Key, values: Values = {}): Piece[] {
  return form(key, values)
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith('{')) return { text: part }
      const name = part.slice(1, -1)
      return name in values ? { text: String(values[name]) } : { place: name }
    })
}

/** The message for a word of the server (an option, a level, a phrase), or the word itself. */
export function word(prefix: string, name: string, fallback = name): string {
  const key = `${prefix}.${name}`
  return has(key) ? t(key) : fallback
}
