// The message files: the same keys and places in both languages, every plural form, and no key that nobody uses.
import './setup'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import en from '../src/messages/en.json'
import ru from '../src/messages/ru.json'
import { setLanguage, t } from '../src/messages/index.svelte'
import { explained, reason } from '../src/messages/reasons'
import { useDeck } from '../src/deck.svelte'
import { cardName } from '../src/table/names'
import { CLASSIC, FOOL } from './decks'
import { plain, sentence, tableSentence } from '../src/table/sentences'

type File = Record<string, string | Record<string, string>>
const files: Record<string, File> = { en, ru }
const texts = (message: string | Record<string, string>) =>
  typeof message === 'string' ? [message] : Object.values(message)
const places = (message: string | Record<string, string>) =>
  [
    ...new Set(texts(message).flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))),
  ].sort()

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

test('both languages have the same keys', () => {
  assert.deepEqual(Object.keys(ru).sort(), Object.keys(en).sort())
})

test('a message says the same in both languages: it has the same places', () => {
  for (const [key, message] of Object.entries(files['en'] as File)) {
    // A language may drop the player ("You") or spell out a one.
    const spoken = new Set([...places(message), 'player', 'count'])
    for (const place of places((files['ru'] as File)[key] ?? ''))
      assert.ok(spoken.has(place ?? ''), `${key}: {${place}}`)
    const inRussian = new Set([...places((files['ru'] as File)[key] ?? ''), 'player', 'count'])
    for (const place of places(message))
      assert.ok(inRussian.has(place ?? ''), `${key}: {${place}} is missing in Russian`)
  }
})

test('a message that counts has every plural form of its language', () => {
  for (const [language, file] of Object.entries(files)) {
    for (const [key, message] of Object.entries(file)) {
      if (typeof message === 'string' || !('one' in message)) continue
      const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      assert.deepEqual(Object.keys(message).sort(), [...wanted].sort(), `${language} ${key}`)
    }
  }
})

test('no message is unused, and none is missing', () => {
  const code = sources('src').join('\n')
  const literal = new Set([...code.matchAll(/['"`]([\w+.-]+)['"`]/g)].map((found) => found[1] ?? ''))
  const prefixes = [
    ...[...code.matchAll(/word\('([\w.]+)'/g)].map((found) => `${found[1]}.`), // word('level', name)
    ...[...code.matchAll(/`([a-zA-Z]+\.(?:[a-z]+\.)?)\$\{/g)].map((found) => found[1] ?? ''), // `lobby.why.${why}`
  ]
  const used = (key: string): boolean =>
    literal.has(key) ||
    prefixes.some((prefix) => key.startsWith(prefix)) ||
    (key.endsWith('.you') && used(key.slice(0, -4)))
  assert.deepEqual(
    Object.keys(en).filter((key) => !used(key)),
    [],
  )
  for (const found of code.matchAll(/\bt\('([\w+.-]+)'/g))
    assert.ok((found[1] ?? '') in en, `t('${found[1]}')`)
})

test('a card is named in the form that its sentence asks for', () => {
  const played = { type: 'play', player: 'Anton', card: 'QS', colour: 'D' }
  setLanguage('ru')
  useDeck(CLASSIC)
  assert.equal(cardName('R7', 'acc'), 'красную 7')
  assert.equal(cardName('GS', 'acc'), 'зелёный пропуск')
  useDeck(FOOL)
  assert.equal(cardName('QS'), 'дама пик')
  assert.equal(plain(sentence(played, null)), 'Anton кладёт даму пик и называет: бубны.')
  assert.equal(
    plain(sentence({ ...played, card: '9H', colour: null }, 'Anton')),
    'Вы кладёте девятку червей.',
  )
  setLanguage('en')
  assert.equal(plain(sentence(played, null)), 'Anton played queen of spades and named diamonds.')
})

test('you are spoken to in the second person', () => {
  const said = (type: string, more: object = {}) =>
    plain(tableSentence({ type, name: 'Ann', seat: 0, n: 1, at: 0, ...more } as never, 'Ann') ?? [])
  assert.equal(said('hosted'), 'You are now the host.')
  assert.equal(said('minded', { away: true, why: 'stepped' }), 'A bot plays for you.')
  assert.equal(said('timeout'), 'Your time is up.')
  assert.equal(said('came', { level: null }), 'You sat down.')
})

test('what the server refuses is said in the language of the page', () => {
  useDeck(CLASSIC)
  setLanguage('ru')
  assert.equal(reason("it is Ann's turn"), 'Сейчас ходит Ann.')
  assert.equal(reason('R7 does not fit on GS (green)'), 'Красная 7 не ложится на зелёный пропуск (зелёный).')
  assert.equal(
    reason(
      'house rules: jump_in: all cards of this deck are different, so nobody can hold the top card twice',
    ),
    'Вклинивание: все карты этой колоды разные, такой же ни у кого нет.',
  )
  assert.equal(
    reason('house rules: catch_penalty: has no effect without call = "catch"'),
    'Карт за поимку: не действует, пока «Последнюю карту объявляют» не «ловят забывшего».',
  )
  assert.equal(reason('Classic is for 2 to 10 players'), '«Классика»: игроков от 2 до 10.')
  assert.equal(
    reason('round 2: nobody is out: one hand must be empty, or the round blocked'),
    'Раунд 2: никто не вышел: одна рука должна быть пустой, или раунд в тупике.',
  )
  assert.equal(explained('5 or more blue at Ann, Bob and 3 more'), '5 синих и больше: Ann, Bob, ещё 3')
  assert.equal(explained('7 orange handed in'), 'сдано карт одного цвета: 7 (оранжевый)')
  assert.equal(reason('a sentence of a later server'), 'A sentence of a later server.')
  setLanguage('en')
  assert.equal(reason('R7 does not fit on GS (green)'), 'Red 7 does not fit on green skip (green).')
  assert.equal(reason('only the host can do that'), 'Only the host can do that.')
})

test('a name that runs from right to left does not turn its sentence round', () => {
  const text = plain(
    tableSentence(
      { type: 'came', name: '\u05d3\u05df', seat: 0, n: 1, at: 0, level: null } as never,
      'Ann',
    ) ?? [],
  )
  assert.equal(text, '\u2068\u05d3\u05df\u2069 sat down.')
  assert.equal(
    t('turn.other', { name: '\u05d3\u05df' }),
    t('turn.other', { name: 'Ann' }).replace('Ann', '\u2068\u05d3\u05df\u2069'),
  )
})
