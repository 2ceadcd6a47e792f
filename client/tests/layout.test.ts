// Where things lie, for windows from phones to very wide ones.
import assert from 'node:assert/strict'
import test from 'node:test'
import { accordion, desk, fan, phoneHand, places, rowsFor } from '../src/table/layout'

const SIZES: [number, number][] = [
  [860, 440],
  [1042, 500],
  [1042, 740],
  [1600, 500],
  [2560, 840],
  [3440, 1300],
]

test('65 every seat and the sentence stay on screen, in windows of any shape', () => {
  for (const [width, height] of SIZES) {
    for (let opponents = 1; opponents <= 9; opponents++) {
      const d = desk(width, height, opponents, 1)
      for (const { x, y } of places(opponents, d))
        assert.ok(
          x >= 90 && x <= width - 90 && y >= 40 && y <= height - 60,
          `${width}x${height} ${opponents}: ${x} ${y}`,
        )
      assert.ok(
        d.centre.y - d.ring.ry > 0 && d.status < height - d.card * 1.42,
        `${width}x${height}: the ring and the sentence`,
      )
    }
  }
})

test('70 nine opponents do not lie on each other', () => {
  for (const [width, height] of SIZES.slice(1)) {
    const spots = places(9, desk(width, height, 9, 1))
    spots.forEach((a, i) =>
      spots
        .slice(i + 1)
        .forEach((b) =>
          assert.ok(Math.abs(a.x - b.x) > 96 || Math.abs(a.y - b.y) > 48, `${width}x${height}`),
        ),
    )
  }
})

test('a selected card covers no neighbour: in a fan the next one makes room', () => {
  for (const count of [2, 5, 9, 14]) {
    for (let selected = 0; selected < count - 1; selected++) {
      const { slots } = fan(count, selected, 760, 110)
      assert.ok((slots[selected + 1]?.x ?? 0) - (slots[selected]?.x ?? 0) >= 110)
      assert.ok((slots[0]?.x ?? -1) >= -0.01 && (slots.at(-1)?.x ?? 999) + 110 <= 760.01)
    }
  }
})

test('67 thirty cards on a phone: three rows within the screen, all visible, those that fit can be tapped', () => {
  const fits = Array.from({ length: 30 }, (_, i) => i % 7 === 0)
  for (const selected of [-1, 0, 4, 14, 29]) {
    const { slots, rows } = accordion(fits, selected, 340, 62, 10, 66)
    assert.equal(rows, 3)
    slots.forEach((slot, i) => {
      assert.ok(slot.x >= 0 && slot.x + 62 <= 340.01)
      const next = slots[i + 1]
      if (!next || next.row !== slot.row) return
      const seen = next.x - slot.x
      assert.ok(seen >= 10, `card ${i}: ${seen}`)
      if (fits[i] && selected < 0) assert.ok(seen >= 30, `card ${i} fits: ${seen}`)
      if (i === selected) assert.ok(seen >= 62)
    })
  }
})

test('67 a hand of any size leaves a phone its buttons, and its cards a strip to tap', () => {
  const AROUND = 326 // players, last move, turn line, buttons
  for (const [width, height] of [
    [360, 588],
    [390, 792],
    [412, 860],
  ] as const)
    for (let cards = 1; cards <= 60; cards++) {
      const rows = rowsFor(cards, 10)
      const { card, step } = phoneHand(width, height, rows, false)
      const hand = card * (1.42 + step * (rows - 1))
      assert.ok(hand + AROUND + 84 <= height, `${cards} cards on ${width}x${height}: ${hand}`)
      assert.ok(card >= 46 && (rows === 1 || card * step >= 40), `${cards}: ${card} ${step}`)
    }
})
