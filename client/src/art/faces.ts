// The faces of the cards as SVG text, box 100 x 142.

import {
  behind,
  bothEnds,
  frame,
  petals,
  pip,
  placed,
  ripples,
  squares,
  strokes,
  suitPaint,
  symbol,
} from './drawing'
import type { Effect } from './look'
import { cap, court, glyph, SUIT_SHAPE, type Colour, type Suit } from './shapes'
import { theme } from './themes'

/** How ranks are written: `J` or `В`. */
export type Ranks = Record<string, string>

/** What a card does, as a small sign at its foot; `four` draws "names a suit". */
function footnote(effect: Effect | null, y: number, ink: string, four: string): string {
  if (effect === null) return ''
  if (effect === 'wild') return four
  const pill = `<rect x="37" y="${y - 9}" width="26" height="18" rx="9" fill="${ink}" fill-opacity=".09"/>`
  if (effect === 'skip' || effect === 'reverse') return pill + placed(glyph(effect, ink, 14), 50, y, 12.5)
  return pill + strokes(effect, 49.5, y, 9.5, 15, ink)
}

/** The sign is a number, `+2`, `skip` or `reverse`. */
export function colourFace(c: Colour, face: string, effect: Effect | null = null): string {
  const p = theme.paint[c]
  const lined = face === '6' || face === '9'
  const long = face.length > 1
  let middle: string
  let index: string
  if (face === 'skip' || face === 'reverse') {
    middle = placed(glyph(face, p.ink, 11.5), 50, 71, face === 'skip' ? 56 : 50)
    index = placed(glyph(face, p.ink, 15), 16.5, 18, 22)
  } else if (long) {
    const tall = face.length > 2 ? 29 : 40
    middle = strokes(face, 48.5, 71, tall, 13.5, p.ink)
    index = strokes(face, 17.5, 18, face.length > 2 ? 12.5 : 18.5, 16, p.ink)
  } else {
    const under = (x: number, y: number, w: number, sw: number) =>
      lined
        ? `<path d="M${x - w} ${y}H${x + w}" stroke="${p.ink}" stroke-width="${sw}" stroke-linecap="round"/>`
        : ''
    middle = strokes(face, 50, lined ? 68 : 71, 54, 12.5, p.ink) + under(50, 104, 11, 5)
    index = strokes(face, 16, 18.5, 23, 15.5, p.ink) + under(16, 34.5, 4.5, 2.4)
  }
  const corner =
    index +
    symbol(c, 16, lined ? 46.5 : 43, (c === 'Y' ? 18.5 : 16) * (theme.marked ? 1.15 : 1), p.ink, p.fill)
  return (
    frame(`url(#paint-${c})`, p.edge) +
    behind(c) +
    middle +
    footnote(effect, 122, p.ink, petals(50, 122, 6, 0.5)) +
    bothEnds(corner)
  )
}

export function wildFace(draws: number, chosen?: Colour): string {
  const { ink, edge: usual } = theme.wild
  const edge = chosen ? theme.paint[chosen].edge : usual
  const middle = draws
    ? petals(50, 71, 22, 1.3, chosen, 18.7) + strokes(`+${draws}`, 49, 71, 29, 15, ink)
    : petals(50, 71, 34, 1.3, chosen)
  const corner = draws
    ? strokes(`+${draws}`, 17.5, 18, draws > 9 ? 12.5 : 18.5, 16, ink)
    : petals(17.5, 20, 10, 0.6)
  return frame('url(#paint-wild)', edge) + squares([44, 56, 68, 80, 94], ink, 0.1) + middle + bothEnds(corner)
}

export function backFace(): string {
  const { line, edge, behind: under } = theme.back
  const rim =
    '<rect x="6" y="6" width="88" height="130" rx="6.5" fill="none" ' +
    `stroke="${line}" stroke-opacity=".35" stroke-width=".9"/>`
  const signs =
    symbol('R', 50, 45, 15, line, under) +
    symbol('G', 25, 71, 15, line, under) +
    symbol('Y', 75, 71, 17, line, under) +
    symbol('B', 50, 97, 16, line, under)
  return (
    frame('url(#paint-back)', edge) +
    rim +
    squares([37, 46, 56, 67, 79], line, 0.17) +
    `<g opacity=".92">${signs}</g>` +
    strokes('1', 48.5, 71, 22, 15, line)
  )
}

export function frenchFace(s: Suit, face: string, ranks: Ranks, effect: Effect | null = null): string {
  const { plain } = SUIT_SHAPE[s]
  const ink = suitPaint(s)
  const long = face.length > 1
  const corner = strokes(ranks[face] ?? face, long ? 18.5 : 16.5, 18, 22, 14.5, ink) + pip(s, 16.5, 40.5, 16)
  let middle: string
  let y = 107
  if (face === 'J' || face === 'Q' || face === 'K') {
    middle =
      `<g transform="translate(28 30) scale(.44)">${court(face, ink)}</g>` +
      pip(s, 50, effect ? 90 : 92, effect ? 36 : 38)
    y = 121
  } else if (face === 'A') {
    middle = pip(s, 50, 69, 58)
    y = 114
  } else middle = pip(s, 50, effect ? 66 : 71, 46)
  const lines = ripples(plain, ink, 0.06, [0.9, 1.16, 1.44, 1.74, 2.06, 2.4])
  const four = pip('S', 34.5, y, 8) + pip('H', 44.8, y, 8) + pip('C', 55.2, y, 8) + pip('D', 65.5, y, 8)
  return (
    frame('url(#paint-paper)', theme.french.edge) +
    lines +
    middle +
    footnote(effect, y, ink, four) +
    bothEnds(corner)
  )
}

/** A card without a suit among French ones: a fool's cap, and the four suits that it can be. */
export function jokerFace(effect: Effect | null): string {
  const ink = suitPaint('S')
  const corner = placed(cap(ink, 9), 17.5, 19, 24) + pip('S', 12, 38, 8) + pip('H', 23, 38, 8)
  const hat = `<g transform="translate(21 36) scale(.58)">${cap(suitPaint('H'), 5.5)}</g>`
  const four = pip('S', 29, 102, 12) + pip('H', 43, 102, 12) + pip('C', 57, 102, 12) + pip('D', 71, 102, 12)
  return (
    frame('url(#paint-paper)', theme.french.edge) +
    squares([44, 56, 68, 80, 94], ink, 0.07) +
    hat +
    four +
    footnote(effect, 121, ink, '') +
    bothEnds(corner)
  )
}
