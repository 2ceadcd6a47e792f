// The faces of the cards as SVG text, box 100 x 142.

import { bothEnds, frame, IVORY, petals, pip, placed, ripples, squares, strokes, symbol } from './drawing'
import { court, glyph, OUTLINE, PAINT, SUIT_SHAPE, type Colour, type Suit } from './shapes'

export const COLOUR_FACES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'R', '+2'] as const
export const FRENCH_FACES = ['6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const

/** How ranks are written: `J` or `В`. */
export type Ranks = Record<string, string>

export function colourFace(c: Colour, face: string): string {
  const p = PAINT[c]
  const lined = face === '6' || face === '9'
  let middle: string
  let index: string
  if (face === 'S' || face === 'R') {
    const what = face === 'S' ? 'skip' : 'reverse'
    middle = placed(glyph(what, p.ink, 11.5), 50, 71, face === 'S' ? 56 : 50)
    index = placed(glyph(what, p.ink, 15), 16.5, 18, 22)
  } else if (face === '+2') {
    middle = strokes('+2', 48.5, 71, 40, 13.5, p.ink)
    index = strokes('+2', 17.5, 18, 18.5, 16, p.ink)
  } else {
    const under = (x: number, y: number, w: number, sw: number) =>
      lined
        ? `<path d="M${x - w} ${y}H${x + w}" stroke="${p.ink}" stroke-width="${sw}" stroke-linecap="round"/>`
        : ''
    middle = strokes(face, 50, lined ? 68 : 71, 54, 12.5, p.ink) + under(50, 104, 11, 5)
    index = strokes(face, 16, 18.5, 23, 15.5, p.ink) + under(16, 34.5, 4.5, 2.4)
  }
  const emblem = `<g opacity="${c === 'Y' ? 0.75 : 0.62}">${symbol(c, 50, 71, 74, p.deep)}</g>`
  const corner = index + symbol(c, 16, lined ? 46.5 : 43, c === 'Y' ? 18.5 : 16, p.ink, p.fill)
  return (
    frame(`url(#paint-${c})`, p.edge) + ripples(OUTLINE[c], p.line, 0.15) + emblem + middle + bothEnds(corner)
  )
}

export function wildFace(four: boolean, chosen?: Colour): string {
  const edge = chosen ? PAINT[chosen].edge : '#A593B6'
  const middle = four
    ? petals(50, 71, 22, 1.3, chosen, 18.7) + strokes('+4', 49, 71, 29, 15, IVORY)
    : petals(50, 71, 34, 1.3, chosen)
  const corner = four ? strokes('+4', 17.5, 18, 18.5, 16, IVORY) : petals(17.5, 20, 10, 0.6)
  return (
    frame('url(#paint-wild)', edge) +
    squares([44, 56, 68, 80, 94], '#F7F0E4', 0.1) +
    middle +
    bothEnds(corner)
  )
}

export function backFace(): string {
  const line = '#EFE3F5'
  const rim =
    '<rect x="6" y="6" width="88" height="130" rx="6.5" fill="none" ' +
    `stroke="${line}" stroke-opacity=".35" stroke-width=".9"/>`
  const signs =
    symbol('R', 50, 45, 15, line, '#5E4A76') +
    symbol('G', 25, 71, 15, line, '#5E4A76') +
    symbol('Y', 75, 71, 17, line, '#5E4A76') +
    symbol('B', 50, 97, 16, line, '#5E4A76')
  return (
    frame('url(#paint-back)', '#CDBBDA') +
    rim +
    squares([37, 46, 56, 67, 79], line, 0.17) +
    `<g opacity=".92">${signs}</g>` +
    strokes('1', 48.5, 71, 22, 15, line)
  )
}

const EFFECT: Record<string, string> = { '6': '+2', '7': '+1', '9': 'reverse', A: 'skip', Q: 'suits' }

/** The small sign at the foot of a card that does something in 108 Fool. */
function effect(face: string, ink: string): string {
  const what = EFFECT[face]
  if (!what) return ''
  const y = face === 'Q' ? 121 : face === 'A' ? 114 : 107
  if (what === 'suits')
    return pip('S', 34.5, y, 8) + pip('H', 44.8, y, 8) + pip('C', 55.2, y, 8) + pip('D', 65.5, y, 8)
  const pill = `<rect x="37" y="${y - 9}" width="26" height="18" rx="9" fill="${ink}" fill-opacity=".09"/>`
  if (what === 'skip' || what === 'reverse') return pill + placed(glyph(what, ink, 14), 50, y, 12.5)
  return pill + strokes(what, 49.5, y, 9.5, 15, ink)
}

export function frenchFace(s: Suit, face: string, ranks: Ranks): string {
  const { ink, plain } = SUIT_SHAPE[s]
  const corner =
    strokes(ranks[face] ?? face, face === '10' ? 18.5 : 16.5, 18, 22, 14.5, ink) + pip(s, 16.5, 40.5, 16)
  let middle: string
  if (face === 'J' || face === 'Q' || face === 'K') {
    middle =
      `<g transform="translate(28 30) scale(.44)">${court(face, ink)}</g>` +
      pip(s, 50, face === 'Q' ? 90 : 92, 38)
  } else {
    middle = face === 'A' ? pip(s, 50, 69, 58) : pip(s, 50, EFFECT[face] ? 66 : 71, 46)
  }
  const lines = ripples(plain, ink, 0.06, [0.9, 1.16, 1.44, 1.74, 2.06, 2.4])
  return frame('url(#paint-paper)', '#D8C9B0') + lines + middle + effect(face, ink) + bothEnds(corner)
}
