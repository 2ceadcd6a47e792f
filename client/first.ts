// What the first part of the page is, for the build: the sources that every page begins with, and of every language
// the texts that these ask for. `ru.json?first` are those texts, `ru.json?rest` all else, `ru.json?language-name` is
// what the language calls itself.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

type Text = string | Record<string, string>
export type Texts = Record<string, Text>

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** What Python says in English: the page has it too, with its own words over it. */
const SHARED = '../src/lastcard/messages/en.json'
const ENGLISH = './src/messages/en.json'
/** What every page begins with; what it imports when needed comes later. */
const START = './src/start.ts'
const MAIN = './src/main.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Texts
const textsOf = (path: string): Texts => ({
  ...(basename(path) === 'en.json' ? read(file(SHARED)) : {}),
  ...read(path),
})

/** A source and all that it imports at its top, by path. */
function sourcesFrom(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path)) return found
  const text = readFileSync(path, 'utf8')
  found.set(path, text)
  for (const [, to = ''] of text.matchAll(/^\s*(?:import (?!type\b)[^;]*?|\} )from '(\.[^']+)'/gm)) {
    const target = resolve(dirname(path), to)
    const source = [target, `${target}.ts`].find((one) => existsSync(one))
    if (source !== undefined && /\.(ts|svelte)$/.test(source)) sourcesFrom(source, found)
  }
  return found
}

/** In which file of the built page a source goes: `main`, the first script, or `start`; else the build decides. */
export function chunks(): (id: string) => string | undefined {
  const [main, start] = [sourcesFrom(file(MAIN)), sourcesFrom(file(START))]
  return (id) => {
    const [path = ''] = id.split('?')
    if (main.has(path) || id.includes('vite/preload-helper')) return 'main'
    return start.has(path) || path.includes('/node_modules/svelte/') ? 'start' : undefined
  }
}

/** Whether the code asks for a key: as it stands, or by its beginning where the rest is filled in. */
export function asked(code: string): (key: string) => boolean {
  const literal = new Set([...code.matchAll(/['"`]([\w+.-]+)['"`]/g)].map((found) => found[1] ?? ''))
  const begun = [
    ...[...code.matchAll(/word\('([\w.]+)'/g)].map((found) => `${found[1]}.`), // word('level', name)
    ...[...code.matchAll(/`([a-zA-Z]+\.(?:[a-z]+\.)?)\$\{/g)].map((found) => found[1] ?? ''), // `lobby.why.${why}`
  ]
  const known = (key: string): boolean =>
    literal.has(key) ||
    begun.some((start) => key.startsWith(start)) ||
    (key.endsWith('.you') && known(key.slice(0, -4)))
  return known
}

/** The other texts that a text quotes: {option.call}. */
const quoted = (text: Text | undefined): string[] =>
  [...JSON.stringify(text ?? '').matchAll(/\{(\w+(?:\.\w+)+)(?::\w+)?\}/g)].map((found) => found[1] ?? '')

/** The keys of a language that its first part holds. */
function firstKeys(texts: Texts, known: (key: string) => boolean, keys: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const take = (key: string): void => {
    if (found.has(key) || !(key in texts)) return
    found.add(key)
    quoted(texts[key]).forEach(take)
  }
  Object.keys(texts).forEach((key) => {
    const base = keys.has(key) ? key : key.slice(0, key.lastIndexOf('.')) // `cards.acc`, a form of `cards`
    if (known(base)) take(key)
  })
  return found
}

export const cutTexts: Plugin = {
  name: 'cut-texts',
  load(id) {
    const [path = '', part = ''] = id.split('?')
    if (!path.endsWith('.json') || !['first', 'rest', 'language-name'].includes(part)) return
    const texts = textsOf(path)
    this.addWatchFile(path)
    if (part === 'language-name') return JSON.stringify(texts['language.name'] ?? basename(path, '.json'))
    const sources = sourcesFrom(file(START))
    for (const source of sources.keys()) this.addWatchFile(source)
    const keys = new Set(Object.keys(textsOf(file(ENGLISH))))
    const first = firstKeys(texts, asked([...sources.values()].join('\n')), keys)
    const wanted = Object.entries(texts).filter(([key]) => first.has(key) === (part === 'first'))
    return JSON.stringify(Object.fromEntries(wanted))
  },
}
