// All drawings of cards, symbols and suits, as one SVG sprite that is on the page once.

import { behind, frame, pip, ripples, suitPaint, sun, symbol } from './drawing'
import { backFace, colourFace, frenchFace, jokerFace, wildFace, type Ranks } from './faces'
import type { Look } from './look'
import { COLOURS, detail, glyph, OUTLINE, SUIT_SHAPE, SUITS, type Colour, type Suit } from './shapes'
import { inTheme, theme, type CardTheme } from './themes'
import { smallBack, smallColour, smallFrench, smallJoker, smallWild } from './smallFaces'

const coloured = (suit: Colour, sign: string): Look => ({ art: 'colour', suit, sign, effect: null })
/** Pictures that belong to no deck: those of the lobby. */
const ORNAMENTS: Record<string, Look> = {
  'red-7': coloured('R', '7'),
  'green-7': coloured('G', '7'),
  'yellow-3': coloured('Y', '3'),
  'blue-1': coloured('B', '1'),
  'green-skip': coloured('G', 'skip'),
  petals: { art: 'wild', draws: 0 },
}

const pickColour = (c: Colour) =>
  frame(`url(#paint-${c})`, theme.paint[c].edge) +
  (theme.marked ? behind(c) : ripples(OUTLINE[c], theme.paint[c].line, 0.17)) +
  symbol(c, 50, 71, 58, theme.paint[c].ink, theme.paint[c].fill)

const pickSuit = (s: Suit) =>
  frame('url(#paint-paper)', theme.french.edge) +
  ripples(SUIT_SHAPE[s].plain, suitPaint(s), 0.085) +
  pip(s, 50, 71, 56)

/** What the faces are painted with. */
export const paints = (name: CardTheme = 'enamel'): string => inTheme(name, gradients)

function gradients(): string {
  const stop = ([offset, colour]: [number, string]) => `<stop offset="${offset}" stop-color="${colour}"/>`
  const radial = (id: string, stops: [number, string][]) =>
    `<radialGradient id="paint-${id}" cx=".5" cy=".42" r=".8">${stops.map(stop).join('')}</radialGradient>`
  return (
    '<clipPath id="card-clip"><rect x="1.5" y="1.5" width="97" height="139" rx="9.2"/></clipPath>' +
    COLOURS.map((c) =>
      radial(c, [
        [0, theme.paint[c].hi],
        [0.55, theme.paint[c].fill],
        [1, theme.paint[c].lo],
      ]),
    ).join('') +
    radial('wild', [
      [0, theme.wild.ground[0]],
      [1, theme.wild.ground[1]],
    ]) +
    radial('back', [
      [0, theme.back.ground[0]],
      [1, theme.back.ground[1]],
    ]) +
    '<linearGradient id="paint-paper" x1="0" y1="0" x2=".35" y2="1">' +
    stop([0, theme.french.ground[0]]) +
    stop([1, theme.french.ground[1]]) +
    '</linearGradient>'
  )
}

const entry = (id: string, inner: string) => `<symbol id="${id}" viewBox="0 0 100 142">${inner}</symbol>`
const sign = (id: string, inner: string) => `<symbol id="${id}" viewBox="0 0 100 100">${inner}</symbol>`

/** A face in both sizes, under the id of its card; a wild also as each colour that it can be. */
function faceSymbols(id: string, look: Look, ranks: Ranks): string {
  const both = (as: string, large: string, small: string) =>
    entry(`card-${as}`, large) + entry(`small-${as}`, small)
  switch (look.art) {
    case 'colour':
      return both(id, colourFace(look.suit, look.sign, look.effect), smallColour(look.suit, look.sign))
    case 'french':
      return both(
        id,
        frenchFace(look.suit, look.rank, ranks, look.effect),
        smallFrench(look.suit, look.rank, ranks),
      )
    case 'joker':
      return both(id, jokerFace(look.effect), smallJoker())
    case 'wild':
      return [undefined, ...COLOURS]
        .map((c) => both(c ? `${id}:${c}` : id, wildFace(look.draws, c), smallWild(look.draws, c)))
        .join('')
    case 'plain':
      return ''
  }
}

const suitSign = (s: Suit) => sign(`symbol-${s}`, `<path d="${SUIT_SHAPE[s].d}" fill="currentColor"/>`)

const colourSign = (c: 'R' | 'G' | 'B' | 'O' | 'W') =>
  sign(
    `symbol-${c}`,
    `<path d="${OUTLINE[c]}" fill="currentColor"/>${detail(c, 'var(--symbol-cut, transparent)')}`,
  )

/** Every face as a symbol: `card-R7`, `card-W:G`, `small-R7`; and `pick-R`, `symbol-R`, `sign-skip`. */
export function sprite(
  ranks: Ranks,
  cards: readonly { id: string; look: Look }[],
  name: CardTheme = 'enamel',
): string {
  return inTheme(name, () => drawn(ranks, cards))
}

function drawn(ranks: Ranks, cards: readonly { id: string; look: Look }[]): string {
  return [
    ...cards.map((card) => faceSymbols(card.id, card.look, ranks)),
    ...COLOURS.map((c) => entry(`pick-${c}`, pickColour(c))),
    ...SUITS.map((s) => entry(`pick-${s}`, pickSuit(s)) + suitSign(s)),
    entry('card-back', backFace()) + entry('small-back', smallBack()),
    ...(['R', 'G', 'B', 'O', 'W'] as const).map(colourSign),
    sign('symbol-Y', sun('currentColor')),
    ...(['skip', 'reverse'] as const).map((what) => sign(`sign-${what}`, glyph(what, 'currentColor', 12))),
    ...Object.entries(ORNAMENTS).map(([id, look]) => faceSymbols(`ornament-${id}`, look, ranks)),
  ].join('')
}
