// The draw for dealer on screens from a phone to a very wide one: everything in sight, and a card for every finger.
import assert from 'node:assert/strict'
import test from 'node:test'
import { drawLayout } from '../src/table/drawLayout'

const SIZES: [number, number][] = [
  [360, 588],
  [390, 792],
  [820, 1120],
  [740, 316],
  [860, 500],
  [1042, 708],
  [1600, 840],
  [2236, 1380],
]
const each = (
  look: (at: ReturnType<typeof drawLayout>, width: number, height: number, what: string) => void,
) => {
  for (const [width, height] of SIZES)
    for (let others = 1; others <= 9; others++)
      look(
        drawLayout(width, height, others, Math.max(9, others + 6), true),
        width,
        height,
        `${width}x${height} with ${others}`,
      )
}

test('C1 every card of the fan and every place for one is on the screen', () => {
  each((at, width, height, what) => {
    const points = [
      ...at.fan.map((one) => ({ ...one, wide: at.card })),
      ...at.others.map((one) => ({ ...one.card, wide: at.landed })),
      { ...at.mine.card, wide: at.own },
    ]
    for (const { x, y, wide } of points) {
      assert.ok(x - wide / 2 >= -2 && x + wide / 2 <= width + 2, `${what}: ${x}`)
      assert.ok(y - wide * 0.71 >= -2 && y + wide * 0.71 <= height + 2, `${what}: ${y} of ${wide}`)
    }
  })
})

test('C1 of each card of the fan there is enough to hit', () => {
  each((at, _, __, what) => {
    at.fan.forEach((one, i) => {
      const next = at.fan[i + 1]
      if (next && next.x > one.x) assert.ok(next.x - one.x >= 22, `${what}: ${next.x - one.x}`)
      else if (next) assert.ok(next.y - one.y >= 24, `${what}: rows`)
    })
  })
})

test('C1 the cards that land lie on no other, and the words on no card', () => {
  each((at, _, __, what) => {
    const landed = [...at.others.map((one) => one.card), at.mine.card]
    landed.forEach((a, i) => {
      for (const b of landed.slice(i + 1))
        assert.ok(
          Math.abs(a.x - b.x) >= at.landed || Math.abs(a.y - b.y) >= at.landed * 1.42,
          `${what}: ${a.x} ${a.y}, ${b.x} ${b.y}`,
        )
      if (at.kind === 'side') return
      const near = at.fan.some(
        (one) =>
          Math.abs(one.x - a.x) < (at.card + at.landed) * 0.46 &&
          Math.abs(one.y - a.y) < (at.card + at.landed) * 0.6,
      )
      assert.ok(!near, `${what}: the fan reaches a seat's card`)
    })
    const top = Math.min(...at.fan.map((one) => one.y - at.card * 0.71))
    if (at.kind !== 'side') assert.ok(at.words.top + at.words.height <= top + 14, `${what}: words`)
  })
})
