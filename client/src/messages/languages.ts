// The languages of the page: one file each in this folder, found by their names. A new language needs its file only.
// English is always here; the others are loaded when somebody reads them.

import shared from '../../../src/lastcard/messages/en.json'
import page from './en.json'

export type Key = keyof typeof shared | keyof typeof page
/** A text with {places}; or several texts, by plural form of {count}, grammatical form or initial letter. */
export type Text = string | Readonly<Record<string, string>>
export type Texts = Readonly<Record<string, Text>>

/** The server's messages, with the page's own over them. */
export const ENGLISH: Readonly<Record<Key, Text>> = { ...shared, ...page }

const files = import.meta.glob<Texts>(['./*.json', '!./en.json'], { import: 'default' })
const ownNames = import.meta.glob<string>('./*.json', {
  query: '?language-name', // see vite.config.ts
  import: 'default',
  eager: true,
})

/** What each language calls itself, by its code. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(ownNames).map(([path, name]) => [path.slice('./'.length, -'.json'.length), name]),
)

/** The texts of a language; rejects if they can't be loaded now. */
export const load = async (language: string): Promise<Texts> =>
  (await files[`./${language}.json`]?.()) ?? ENGLISH

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
