// Texts in the reader's language. A text has {places}: {card:acc} asks for the form "acc" of what goes in, and
// {option.call} is another text of the file. Of several texts, one serves: the form that was asked for, "zero" for a
// count of 0, the plural form of {count}, "initial:aeiou8" before one of these letters, else "other".

import { apart } from './apart'
import { load, loadFirst, type Key, type Text, type Texts } from './languages'

export type { Key }
/** A word that can be asked for in a grammatical form. */
export type Word = (form: string) => string
type Value = string | number | Word
export type Values = Readonly<Record<string, Value>>
/** A piece of a message: plain text, or the name of the place where something else goes, and in which form. */
export type Piece = { text: string } | { place: string; form: string }

interface Reader {
  language: string
  texts: Texts
  whole: boolean // all texts are here, not only those that the page begins with
  plurals: Intl.PluralRules
}
const readerOf = (language: string, texts: Texts, whole: boolean): Reader => ({
  language,
  texts,
  whole,
  plurals: new Intl.PluralRules(language),
})

let reader = $state.raw(readerOf('en', {}, false))
let wanted = 'en'

export const language = (): string => reader.language

/** Show the page in this language, as soon as its texts are here. */
export async function useLanguage(to: string): Promise<void> {
  wanted = to
  const { whole } = reader
  read(to, whole ? await load(to) : await loadFirst(to), whole)
}
/** Have all texts here: of the language that the page is in, also if that changes meanwhile. */
export async function allTexts(): Promise<void> {
  while (!reader.whole || reader.language !== wanted) {
    const to = wanted
    read(to, await load(to), true)
  }
}
function read(to: string, texts: Texts, whole: boolean): void {
  if (wanted !== to || (reader.whole && !whole)) return // another one was chosen meanwhile, or more has come
  reader = readerOf(to, texts, whole)
  document.documentElement.lang = to
}
/** Do something that may need any text: now, if they are all here. */
export function withAllTexts(then: () => void): void {
  if (reader.whole) then()
  else void allTexts().then(then, then)
}
/** The same, also at the next visit. */
export async function chooseLanguage(to: string): Promise<void> {
  await useLanguage(to)
  localStorage.setItem('language', to)
}

export const has = (key: string): key is Key => Object.hasOwn(reader.texts, key)

/** A form of a text that counts can have plural forms of its own, under a key of its own: `cards.acc`. */
function found(key: Key, form: string): Text {
  const text = (form === '' ? undefined : reader.texts[`${key}.${form}`]) ?? reader.texts[key]
  if (text === undefined && !reader.whole) allTexts().catch(() => {}) // what reads it is shown again when it is here
  return text ?? ''
}

function textOf(key: Key, values: Values, form: string): string {
  const text = found(key, form)
  if (typeof text === 'string') return text
  return text[form] ?? counted(text, values['count']) ?? byInitial(text, values) ?? text['other'] ?? key
}

function counted(text: Readonly<Record<string, string>>, count: Value | undefined): string | undefined {
  if (typeof count !== 'number') return undefined
  return (count === 0 ? text['zero'] : undefined) ?? text[reader.plurals.select(count)]
}

const INITIAL = 'initial:'
/** English says "an ace"; other languages change a word in front of a vowel too. */
function byInitial(text: Readonly<Record<string, string>>, values: Values): string | undefined {
  return Object.entries(text).find(([form, one]) => {
    if (!form.startsWith(INITIAL)) return false
    const first = one.split(PLACES).find((part) => part.startsWith('{'))
    const letter = first === undefined ? '' : placed(first, values).charAt(0).toLocaleLowerCase(language())
    return letter !== '' && form.slice(INITIAL.length).includes(letter)
  })?.[1]
}

/** The first letter of a sentence or a label. */
export const capital = (text: string): string =>
  text.replace(/^./u, (letter) => letter.toLocaleUpperCase(language()))

const PLACES = /(\{[\w.]+(?::\w+)?\})/
const placeOf = (part: string): [name: string, form: string] => {
  const [name = '', form = ''] = part.slice(1, -1).split(':')
  return [name, form]
}

/** What goes into a place; the place itself if nothing does. */
function placed(part: string, values: Values): string {
  const [name, form] = placeOf(part)
  const value = values[name]
  if (typeof value === 'function') return value(form)
  if (value !== undefined) return apart(String(value))
  return name.includes('.') && has(name) ? t(name, {}, form) : part
}

/** A message as text. */
export function t(key: Key, values: Values = {}, form = ''): string {
  return textOf(key, values, form)
    .split(PLACES)
    .map((part) => (part.startsWith('{') ? placed(part, values) : part))
    .join('')
}

/** A message as pieces, so that names and cards can be put in as elements. */
export function pieces(key: Key, values: Values = {}): Piece[] {
  return textOf(key, values, '')
    .split(PLACES)
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith('{')) return { text: part }
      const [place, form] = placeOf(part)
      return values[place] === undefined ? { place, form } : { text: placed(part, values) }
    })
}

/** The message for a word of the server (an option, a level, a phrase), or the word itself. */
export function word(prefix: string, name: string, fallback = name, form = ''): string {
  const key = `${prefix}.${name}`
  return has(key) ? t(key, {}, form) : fallback
}

/** Names in a row: "Ann, Bob and Cid". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1)
  if (last === undefined || names.length === 1) return last ?? ''
  return t('list', { items: () => names.slice(0, -1).map(apart).join(', '), last })
}

/** A number that is not whole, as the language writes it. */
export const decimal = (n: number, digits: number): string =>
  new Intl.NumberFormat(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(n)
