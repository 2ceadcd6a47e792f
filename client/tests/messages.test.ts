// The message files of all languages: the same keys and places, every plural form, and no key that nobody uses.
import './setup'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import shared from '../../src/lastcard/messages/en.json'
import page from '../src/messages/en.json'
import { asked } from '../first'
import { LANGUAGES, load, loadFirst, type Text, type Texts } from '../src/messages/languages'

const server: Texts = shared
const languages = new Map(
  await Promise.all(
    [...LANGUAGES.keys()].map(async (code): Promise<[string, Texts]> => [code, await load(code)]),
  ),
)

const english = languages.get('en') ?? {}

const texts = (message: Text = '') => (typeof message === 'string' ? [message] : Object.values(message))
const matches = (message: Text | undefined, shape: RegExp): Set<string> =>
  new Set(texts(message).flatMap((text) => [...text.matchAll(shape)].map((found) => found[1] ?? '')))
/** What is filled in, and which other texts of the file are. */
const places = (message: Text | undefined) => matches(message, /\{(\w+)(?::\w+)?\}/g)
const quoted = (message: Text | undefined) => matches(message, /\{(\w+(?:\.\w+)+)(?::\w+)?\}/g)
/** A language may drop the player ("You"), a number ("one card") or the word for suits. */
const OPTIONAL = ['player', 'count', 'suit_word']

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name)
    return one.isDirectory()
      ? sources(path)
      : /\.(ts|svelte)$/.test(one.name)
        ? [readFileSync(path, 'utf8')]
        : []
  })
}

/** The forms that the texts of a language ask for. */
const formsAsked = (file: Texts) =>
  new Set(Object.values(file).flatMap((message) => [...matches(message, /\{[\w.]+:(\w+)\}/g)]))
/** `cards.acc` is a form of `cards`, if some text asks for it. */
function isForm(key: string, file: Texts): boolean {
  const at = key.lastIndexOf('.')
  return key.slice(0, at) in english && formsAsked(file).has(key.slice(at + 1))
}

test('every language has every key, and no other but forms of its own', () => {
  for (const [language, file] of languages) {
    const missing = Object.keys(english).filter((key) => !(key in file))
    const unknown = Object.keys(file).filter((key) => !(key in english) && !isForm(key, file))
    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] }, language)
  }
})

test('a message says the same in every language: it has the same places', () => {
  for (const [language, file] of languages) {
    for (const [key, message] of Object.entries(file)) {
      const base = key in english ? key : key.slice(0, key.lastIndexOf('.'))
      const wanted = places(english[base])
      const known = new Set([...wanted, ...places(server[base]), ...OPTIONAL])
      for (const place of places(message)) assert.ok(known.has(place), `${language} ${key}: {${place}}`)
      const said = new Set([...places(message), ...OPTIONAL])
      // The server's messages have more to fill in than every language needs.
      if (!(base in server))
        for (const place of wanted) assert.ok(said.has(place), `${language} ${key}: no {${place}}`)
      for (const other of quoted(message)) assert.ok(other in english, `${language} ${key}: {${other}}`)
    }
  }
})

test('a message that counts has every plural form of its language', () => {
  for (const [language, file] of languages) {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(file)) {
      if (typeof message === 'string' || !('one' in message)) continue
      const missing = wanted.filter((form) => !(form in message))
      assert.deepEqual(missing, [], `${language} ${key}`)
    }
    for (const [key, message] of Object.entries(english))
      if (typeof message !== 'string' && 'one' in message && places(file[key]).has('count'))
        assert.equal(typeof file[key], 'object', `${language} ${key} counts`)
  }
})

test('a form that a text asks for is one that words have', () => {
  for (const [language, file] of languages) {
    const had = new Set(
      Object.entries(file).flatMap(([key, message]) => [
        ...(typeof message === 'string' ? [] : Object.keys(message)),
        ...(key in english ? [] : [key.slice(key.lastIndexOf('.') + 1)]),
      ]),
    )
    for (const form of formsAsked(file)) assert.ok(form === 'help' || had.has(form), `${language}: :${form}`)
  }
})

test('no message is unused, and none is missing', () => {
  const code = sources('src').join('\n')
  const used = asked(code)
  assert.deepEqual(
    Object.keys(page).filter((key) => !(key in server) && !used(key) && key !== 'language.name'),
    [],
  )
  for (const found of code.matchAll(/\bt\('([\w+.-]+)'/g))
    assert.ok((found[1] ?? '') in english, `t('${found[1]}')`)
  for (const found of code.matchAll(/code: '([\w+.-]+)'/g))
    assert.ok((found[1] ?? '') in english, `code: '${found[1]}'`)
})

test('no source knows a language: a file is all that one needs', () => {
  const code = sources('src').filter((text) => !text.startsWith('// Written by `make protocol`'))
  for (const language of languages.keys())
    if (language !== 'en')
      for (const text of code) assert.ok(!text.includes(`'${language}'`), `'${language}'`)
})

test('the first part of every language has what the page begins with, and no word of the table', async () => {
  for (const [language, file] of languages) {
    const first = await loadFirst(language)
    for (const key of ['lobby.now', 'nav.play', 'net.unreachable', 'lobby.why.kicked', 'game.title.classic'])
      assert.ok(key in first, `${language} ${key}`)
    for (const key of ['hint.lift', 'haggle.title', 'keys.title', 'server.unknown_message'])
      assert.ok(!(key in first), `${language} ${key}`)
    assert.ok(Object.keys(first).length < Object.keys(file).length / 2, language)
  }
})
