// What the sources promise about looks: read off the style sheets and templates themselves.
import './setup'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { sprite } from '../src/art/sprite'
import { deckCards, useDeck } from '../src/deck.svelte'
import { COLOURS, OUTLINE, SUIT_SHAPE, SUITS, SUN_RAYS } from '../src/art/shapes'
import { CLASSIC, FOOL } from './decks'

function files(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one): [string, string][] => {
    const path = join(folder, one.name)
    return one.isDirectory()
      ? files(path)
      : /\.(svelte|css)$/.test(one.name)
        ? [[path, readFileSync(path, 'utf8')]]
        : []
  })
}
const all = files('src')
const text = (name: string) => all.find(([path]) => path.endsWith(name))?.[1] ?? ''
/** The declarations of a class in a file. */
const rule = (name: string, selector: string) =>
  new RegExp(`\\${selector} \\{([^}]*)\\}`).exec(text(name))?.[1] ?? ''

test('70 only transform and opacity are animated', () => {
  for (const [path, source] of all) {
    for (const found of source.matchAll(/transition: ([^;}]*)/g)) {
      for (const part of (found[1] ?? '').replace(/\([^)]*\)/g, '').split(','))
        assert.match(part.trim(), /^(transform|opacity)\b/, `${path}: ${part}`)
    }
    for (const found of source.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)) {
      for (const property of (found[1] ?? '').matchAll(/([\w-]+):/g))
        assert.match(property[1] ?? '', /^(transform|opacity)$/, path)
    }
  }
})

test('45 what covers the table for a moment lets clicks through', () => {
  assert.match(rule('LastMove.svelte', '.move'), /pointer-events: none/)
  assert.match(rule('SeatSign.svelte', '.sign'), /pointer-events: none/)
  assert.match(rule('FlyingCards.svelte', '.flights'), /pointer-events: none/)
  assert.match(rule('Board.svelte', '.scrim'), /pointer-events: none/)
  assert.match(rule('Confetti.svelte', '.confetti'), /pointer-events: none/)
})

test('68 69 no pull-to-refresh, no zoom by double taps, room for the home bar', () => {
  assert.match(text('styles.css'), /html \{[^}]*overscroll-behavior: none/)
  assert.match(text('styles.css'), /body \{[^}]*touch-action: manipulation/)
  assert.match(rule('Hand.svelte', '.hand'), /touch-action: none/)
  assert.match(text('Board.svelte'), /\.board\.compact \{[^}]*safe-area-inset-bottom/)
  assert.match(rule('TablePage.svelte', '.shell'), /height: 100dvh/)
  assert.doesNotMatch(readFileSync('index.html', 'utf8'), /user-scalable=no|maximum-scale/) // pinch zoom stays
})

test('71 every card of a colour carries its symbol', () => {
  useDeck(CLASSIC)
  const coloured = sprite({}, [...deckCards().values()])
  useDeck(FOOL)
  const page = coloured + sprite({}, [...deckCards().values()])
  const face = (id: string) =>
    new RegExp(`<symbol id="${id.replace('+', '\\+')}"[^>]*>(.*?)</symbol>`, 's').exec(page)?.[1] ?? ''
  for (const colour of COLOURS) {
    const shape = colour === 'Y' ? SUN_RAYS : OUTLINE[colour]
    for (const name of ['7', 'S', 'R', '+2'])
      for (const size of ['card', 'small'])
        assert.ok(face(`${size}-${colour}${name}`).includes(shape), `${size} ${colour}${name}`)
    assert.ok(face(`pick-${colour}`).includes(shape), `pick ${colour}`)
  }
  for (const suit of SUITS) assert.ok(face(`card-7${suit}`).includes(SUIT_SHAPE[suit].d))
})

test('74 nothing of a user is ever put in as markup', () => {
  assert.deepEqual(
    all.filter(([, source]) => source.includes('{@html')).map(([path]) => path),
    ['src/parts/Sprite.svelte'],
  )
})
