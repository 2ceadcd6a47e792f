// The reactions, in a box of 100 x 100 on a round ground.

import type { EmoteCode } from '../net/protocol'
import type { Stroke } from './animals'

const INK = '#352100'
const SUN = '#F7CF5C'
const TEAR = '#5B8FE0'
const EYES: Stroke = [INK, 'M30 44a6 7.500 0 1 0 12 0a6 7.500 0 1 0 -12 0z', 'm']

export const EMOTES_DRAWN: Record<EmoteCode, { ground: string; strokes: Stroke[] }> = {
  laugh: {
    ground: SUN,
    strokes: [
      [INK, 'M22 44q10 -13 20 0', 'ms'],
      [INK, 'M22 55h56c0 40 -56 40 -56 0z'],
      ['#E0554A', 'M34 76q16 -12 32 0q-16 16 -32 0z'],
      ['#FFFFFF', 'M28 55h44l-2 8H30z'],
      [TEAR, 'M16 46c-10 8 -12 18 -5 20c8 1 9 -10 5 -20z', 'm'],
    ],
  },
  wow: {
    ground: SUN,
    strokes: [
      ['#FFFFFF', 'M25 42a11 13 0 1 0 22 0a11 13 0 1 0 -22 0z', 'm'],
      [INK, 'M31 43a5 6 0 1 0 10 0a5 6 0 1 0 -10 0z', 'm'],
      [INK, 'M24 22q9 -8 18 -4', 'ms'],
      [INK, 'M38 74a12 15 0 1 0 24 0a12 15 0 1 0 -24 0z'],
      ['#E0554A', 'M43 80a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z'],
    ],
  },
  sad: {
    ground: '#A9C8EE',
    strokes: [
      EYES,
      [INK, 'M22 34q10 -2 18 -9', 'ms'],
      [INK, 'M34 76q16 -17 32 0', 's'],
      [TEAR, 'M68 52c-9 12 -10 22 0 23c10 -1 9 -11 0 -23z'],
    ],
  },
  cross: {
    ground: '#E9745F',
    strokes: [
      EYES,
      ['#5A1A14', 'M22 26l24 12v6L20 33z', 'm'],
      ['#5A1A14', 'M30 66h40v15H30z'],
      ['#FFFFFF', 'M33 69h9v9h-9zM45.500 69h9v9h-9zM58 69h9v9h-9z'],
    ],
  },
  phew: {
    ground: SUN,
    strokes: [
      [INK, 'M24 48q9 7 18 0', 'ms'],
      [INK, 'M36 73q7 -6 14 0q7 6 14 0', 's'],
      [TEAR, 'M76 16c-9 12 -11 23 0 24c11 -1 9 -12 0 -24z'],
    ],
  },
  cheeky: {
    ground: '#9AD29A',
    strokes: [
      [INK, 'M30 44a6 7.500 0 1 0 12 0a6 7.500 0 1 0 -12 0z'],
      [INK, 'M58 46q9 -8 18 0', 's'],
      [INK, 'M28 62q22 14 44 0q-2 8 -8 12l-28 -1q-6 -4 -8 -11z'],
      ['#E0554A', 'M46 72h20v8a10 10 0 0 1 -20 0z'],
    ],
  },
  love: {
    ground: '#F8D9D4',
    strokes: [
      ['#D8433B', 'M50 84C12 60 10 38 22 28C34 20 46 27 50 38C54 27 66 20 78 28C90 38 88 60 50 84z'],
      ['#F08A80', 'M26 40c-2 -6 4 -11 9 -9c-5 1 -8 4 -9 9z'],
    ],
  },
  bravo: {
    ground: '#D9D7F2',
    strokes: [
      ['#3D6FC4', 'M18 50h14v34H18z'],
      [
        SUN,
        'M34 52L48 22C50 14 62 16 60 28L57 42H76C84 42 86 52 80 56C86 60 84 68 78 70C82 76 78 82 72 82H44L34 78z',
      ],
      [INK, 'M62 56h16M62 69h14', 's'],
    ],
  },
}
