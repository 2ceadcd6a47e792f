// What the sources promise about looks: read off the style sheets and templates themselves.
import './setup'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { sprite } from '../src/art/sprite'
import { deckCards, useDeck } from '../src/deck.svelte'
import { CARD_THEMES, inTheme, PATTERNS, theme } from '../src/art/themes'
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
  assert.match(rule('TablePage.svelte', '.shell'), /height: calc\(100dvh \/ var\(--zoom\)\)/)
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

test('every theme draws every card with its symbol, and high contrast a pattern for each colour', () => {
  useDeck(CLASSIC)
  const cards = [...deckCards().values()]
  const pages = CARD_THEMES.map((name) => sprite({}, cards, name))
  assert.equal(new Set(pages).size, CARD_THEMES.length)
  for (const [i, page] of pages.entries()) {
    const ids = [...page.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1])
    assert.deepEqual(
      ids,
      [...(pages[0] ?? '').matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]),
    )
    for (const colour of COLOURS) {
      const face = new RegExp(`<symbol id="card-${colour}7"[^>]*>(.*?)</symbol>`, 's').exec(page)?.[1] ?? ''
      assert.ok(face.includes(colour === 'Y' ? SUN_RAYS : OUTLINE[colour]), `${CARD_THEMES[i]} ${colour}`)
      assert.equal(face.includes(PATTERNS[colour]), CARD_THEMES[i] === 'contrast')
    }
  }
  assert.equal(new Set(Object.values(PATTERNS)).size, COLOURS.length)
})

/** The contrast of two colours, by WCAG. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const value = parseInt(colour.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a = 0, b = 0] = [light(one), light(other)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

test('what is written on a card can be read in every theme', () => {
  for (const name of CARD_THEMES)
    inTheme(name, () => {
      for (const colour of COLOURS) {
        const { ink, fill, lo, deep } = theme.paint[colour]
        const least = name === 'contrast' ? 7 : 3.8
        for (const under of [fill, lo, ...(name === 'enamel' ? [] : [deep])])
          assert.ok(contrast(ink, under) >= least, `${name} ${colour}: ${ink} on ${under}`)
        const petal = theme.petal(colour)
        assert.ok(contrast(petal.mark, petal.fill) >= 4.5, `${name} petal ${colour}`)
      }
      for (const under of theme.wild.ground) assert.ok(contrast(theme.wild.ink, under) >= 7)
    })
})

test('74 nothing of a user is ever put in as markup', () => {
  assert.deepEqual(
    all.filter(([, source]) => source.includes('{@html')).map(([path]) => path),
    ['src/parts/Sprite.svelte'],
  )
})
