// The drawings that the server makes pictures from.

import assert from 'node:assert/strict'
import test from 'node:test'
import { readFileSync } from 'node:fs'
import { drawings, ON_DARK } from '../pictures'

test('every drawing for the server stands for itself: what it refers to is in the paints', () => {
  const { paints, cards } = drawings()
  assert.ok(Object.keys(cards).length > 100)
  for (const [name, drawing] of Object.entries(cards)) {
    assert.doesNotMatch(drawing, /var\(|currentColor|<use|class=|undefined/, name) // a page has these, a picture not
    for (const [, id = ''] of drawing.matchAll(/url\(#([\w-]+)\)/g))
      assert.ok(paints.includes(`id="${id}"`), id)
  }
})

test('the colours that a picture takes from the style sheet are those of its dark look', () => {
  const sheet = readFileSync('src/styles.css', 'utf8')
  for (const [name, value] of Object.entries(ON_DARK))
    assert.match(sheet, new RegExp(`${name}: light-dark\\([^,]+, ${value}\\)`), name)
})
