import assert from 'node:assert/strict'
import test from 'node:test'
import { marks, runs } from '../src/pages/replayStrip'
import type { ReplayStep } from '../src/net/protocol'

const step = (colour: string, ...types: string[]) =>
  ({
    events: types.map((type) => ({ type, player: 'A', card: 'W+4' })),
    view: { colour },
  }) as unknown as ReplayStep

test('the strip shows how long each colour was in force', () => {
  assert.deepEqual(
    runs([step('R'), step('R'), step('G'), step('R')]).map((one) => [one.colour, one.length, one.from]),
    [
      ['R', 2, 0],
      ['G', 1, 2],
      ['R', 1, 3],
    ],
  )
})

test('marks show calls, catches and draw fours, and never crowd', () => {
  const steps = Array.from({ length: 101 }, (_, i) =>
    step(
      'R',
      ...(i === 30
        ? ['play', 'call']
        : i === 31
          ? ['call']
          : i === 60
            ? ['catch']
            : i === 80
              ? ['play']
              : []),
    ),
  )
  assert.deepEqual(
    marks(steps, new Set(['W+4'])).map((one) => [one.at, one.kind]),
    [
      [30, 'call'],
      [60, 'catch'],
      [80, 'W+4'],
      [100, 'end'],
    ],
  )
  assert.deepEqual(marks([step('R')], new Set()), [])
})
