// On a large screen the page is zoomed: places are told in the page's own pixels, and nobody measures or sizes past it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { placed, zoom } from '../src/zoom'

const root = document.documentElement as unknown as { currentCSSZoom?: number }
Object.assign(globalThis, {
  DOMRect: class {
    constructor(
      readonly x: number,
      readonly y: number,
      readonly width: number,
      readonly height: number,
    ) {}
  },
})
const card = { getBoundingClientRect: () => ({ x: 175, y: 350, width: 70, height: 105 }) } as Element

/** The window has another size, and with it the page another zoom. */
function resized(to: number | undefined): void {
  delete root.currentCSSZoom
  if (to !== undefined) root.currentCSSZoom = to
  dispatchEvent(new Event('resize'))
}

test('a place is divided by the zoom', () => {
  resized(1.75)
  assert.deepEqual({ ...placed(card) }, { x: 100, y: 200, width: 40, height: 60 })
})

test('a browser without currentCSSZoom tells places in the pixels of the page', () => {
  resized(undefined)
  assert.equal(zoom(), 1)
  assert.deepEqual({ ...placed(card) }, { x: 175, y: 350, width: 70, height: 105 })
})

test('the browser is asked for the zoom once for each size of the window', () => {
  resized(1.3)
  assert.equal(zoom(), 1.3)
  root.currentCSSZoom = 9
  assert.equal(zoom(), 1.3)
  resized(1)
  assert.equal(zoom(), 1)
})

const here = 'src/'
const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|css|ts)$/.test(name) && name !== 'zoom.ts')
  .map((name) => ({ name, text: readFileSync(here + name, 'utf8') }))

test('only zoom.ts measures where things lie', () => {
  assert.deepEqual(
    sources.filter(({ text }) => text.includes('getBoundingClientRect')).map(({ name }) => name),
    [],
  )
})

test('every length in units of the window is divided by the zoom', () => {
  const lengths = /\b[\d.]+[dsl]?v(?:w|h|min|max)\b(?! \/ var\(--zoom\)).*/g
  const found = sources.flatMap(({ name, text }) => (text.match(lengths) ?? []).map((at) => `${name}: ${at}`))
  assert.deepEqual(found, [])
})
