// All drawings of cards, symbols and suits, as one SVG sprite that is on the page once.

import { frame, pip, ripples, sun, symbol } from './drawing'
import { backFace, COLOUR_FACES, colourFace, FRENCH_FACES, frenchFace, wildFace, type Ranks } from './faces'
import { COLOURS, detail, OUTLINE, PAINT, SUIT_SHAPE, SUITS, type Colour, type Suit } from './shapes'
import { smallBack, smallColour, smallFrench, smallWild } from './smallFaces'

const WILDS = [
  ['W', false],
  ['W+4', true],
] as const

const pickColour = (c: Colour) =>
  frame(`url(#paint-${c})`, PAINT[c].edge) +
  ripples(OUTLINE[c], PAINT[c].line, 0.17) +
  symbol(c, 50, 71, 58, PAINT[c].ink, PAINT[c].fill)

const pickSuit = (s: Suit) =>
  frame('url(#paint-paper)', '#D8C9B0') +
  ripples(SUIT_SHAPE[s].plain, SUIT_SHAPE[s].ink, 0.085) +
  pip(s, 50, 71, 56)

function paints(): string {
  const stop = ([offset, colour]: [number, string]) => `<stop offset="${offset}" stop-color="${colour}"/>`
  const radial = (id: string, stops: [number, string][]) =>
    `<radialGradient id="paint-${id}" cx=".5" cy=".42" r=".8">${stops.map(stop).join('')}</radialGradient>`
  return (
    '<clipPath id="card-clip"><rect x="1.5" y="1.5" width="97" height="139" rx="9.2"/></clipPath>' +
    COLOURS.map((c) =>
      radial(c, [
        [0, PAINT[c].hi],
        [0.55, PAINT[c].fill],
        [1, PAINT[c].lo],
      ]),
    ).join('') +
    radial('wild', [
      [0, '#3A2E47'],
      [1, '#1A1422'],
    ]) +
    radial('back', [
      [0, '#6D5686'],
      [1, '#4A3860'],
    ]) +
    '<linearGradient id="paint-paper" x1="0" y1="0" x2=".35" y2="1">' +
    stop([0, '#FFFDF7']) +
    stop([1, '#F5ECDB']) +
    '</linearGradient>'
  )
}

const entry = (id: string, inner: string) => `<symbol id="${id}" viewBox="0 0 100 142">${inner}</symbol>`
const sign = (id: string, inner: string) => `<symbol id="${id}" viewBox="0 0 100 100">${inner}</symbol>`

function colourSymbols(c: Colour): string {
  const faces = COLOUR_FACES.map(
    (face) =>
      entry(`card-${c}${face}`, colourFace(c, face)) + entry(`small-${c}${face}`, smallColour(c, face)),
  )
  const wilds = WILDS.map(
    ([id, four]) =>
      entry(`card-${id}:${c}`, wildFace(four, c)) + entry(`small-${id}:${c}`, smallWild(four, c)),
  )
  return [...faces, ...wilds, entry(`pick-${c}`, pickColour(c))].join('')
}

function suitSymbols(s: Suit, ranks: Ranks): string {
  const faces = FRENCH_FACES.map(
    (face) =>
      entry(`card-${face}${s}`, frenchFace(s, face, ranks)) +
      entry(`small-${face}${s}`, smallFrench(s, face, ranks)),
  )
  const signs = sign(`symbol-${s}`, `<path d="${SUIT_SHAPE[s].d}" fill="currentColor"/>`)
  return faces.join('') + entry(`pick-${s}`, pickSuit(s)) + signs
}

const colourSign = (c: 'R' | 'G' | 'B' | 'O' | 'W') =>
  sign(
    `symbol-${c}`,
    `<path d="${OUTLINE[c]}" fill="currentColor"/>${detail(c, 'var(--symbol-cut, transparent)')}`,
  )

/** All faces as symbols: `card-R7`, `card-W:G`, `small-R7`, `pick-R`, `symbol-R`. */
export function sprite(ranks: Ranks): string {
  return [
    `<defs>${paints()}</defs>`,
    ...COLOURS.map(colourSymbols),
    ...SUITS.map((s) => suitSymbols(s, ranks)),
    ...WILDS.map(([id, four]) => entry(`card-${id}`, wildFace(four)) + entry(`small-${id}`, smallWild(four))),
    entry('card-back', backFace()) + entry('small-back', smallBack()),
    ...(['R', 'G', 'B', 'O', 'W'] as const).map(colourSign),
    sign('symbol-Y', sun('currentColor')),
  ].join('')
}
