// The languages of the page: one file each in this folder, found by their names. A new language needs its file only.
// A language is loaded when somebody reads it, in two parts that the build cuts (first.ts beside vite.config.ts).

import type shared from '../../../src/lastcard/messages/en.json'
import type page from './en.json'

export type Key = keyof typeof shared | keyof typeof page
/** A text with {places}; or several texts, by plural form of {count}, grammatical form or initial letter. */
export type Text = string | Readonly<Record<string, string>>
export type Texts = Readonly<Record<string, Text>>

type Files = Readonly<Record<string, () => Promise<Texts>>>
const first: Files = import.meta.glob<Texts>('./*.json', { query: '?first', import: 'default' })
const rest: Files = import.meta.glob<Texts>('./*.json', { query: '?rest', import: 'default' })
const ownNames = import.meta.glob<string>('./*.json', {
  query: '?language-name',
  import: 'default',
  eager: true,
})

/** What each language calls itself, by its code. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(ownNames).map(([path, name]) => [path.slice('./'.length, -'.json'.length), name]),
)

const part = async (files: Files, language: string): Promise<Texts> =>
  (await (files[`./${language}.json`] ?? files['./en.json'])?.()) ?? {}

/** What the page can say before more of it was asked for; rejects if it can't be loaded now. */
export const loadFirst = (language: string): Promise<Texts> => part(first, language)
/** All texts of a language. */
export async function load(language: string): Promise<Texts> {
  const [one, two] = await Promise.all([part(first, language), part(rest, language)])
  return { ...one, ...two }
}

/** The language that the reader has chosen, else the first of the browser's that we have: `de` for `de-AT`. */
export function preferred(): string {
  const kept = localStorage.getItem('language')
  const wanted = [...(kept === null ? [] : [kept]), ...navigator.languages]
  return wanted.map(supported).find((one) => one !== undefined) ?? 'en'
}

function supported(tag: string): string | undefined {
  const parts = tag.split('-')
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('-')).find((one) => LANGUAGES.has(one))
}
