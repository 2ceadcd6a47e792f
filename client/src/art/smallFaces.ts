// Simpler faces for up to 32 px: in the log, in counts, in scores.

import { IVORY, petals, pip, placed, strokes, symbol } from './drawing'
import type { Ranks } from './faces'
import { cap, glyph, PAINT, SUIT_SHAPE, type Colour, type Suit } from './shapes'

const smallFrame = (fill: string, edge: string) =>
  `<rect x="2" y="2" width="96" height="138" rx="16" fill="${fill}" stroke="${edge}" stroke-width="4"/>`

export function smallColour(c: Colour, face: string): string {
  const p = PAINT[c]
  let body = strokes(face, 50, 52, 66, 16, p.ink)
  if (face === 'skip' || face === 'reverse') body = placed(glyph(face, p.ink, 14), 50, 52, 68)
  else if (face.length > 1) body = strokes(face, 49, 52, face.length > 2 ? 38 : 50, 17, p.ink)
  return smallFrame(p.fill, p.edge) + body + symbol(c, 50, 112, c === 'Y' ? 46 : 38, p.ink, p.fill)
}

export const smallWild = (draws: number, chosen?: Colour) =>
  smallFrame('#221A2B', chosen ? PAINT[chosen].edge : '#A593B6') +
  (draws
    ? petals(50, 44, 28, 2, chosen) + strokes(`+${draws}`, 49, 108, 40, 18, IVORY)
    : petals(50, 71, 38, 2, chosen))

export const smallFrench = (s: Suit, face: string, ranks: Ranks) =>
  smallFrame('#FFFBF3', '#D8C9B0') +
  strokes(ranks[face] ?? face, 50, 50, 60, 16, SUIT_SHAPE[s].ink) +
  pip(s, 50, 108, 46)

export const smallJoker = () =>
  smallFrame('#FFFBF3', '#D8C9B0') +
  placed(cap(SUIT_SHAPE.H.ink, 8), 50, 52, 70) +
  pip('S', 34, 112, 26) +
  pip('H', 66, 112, 26)

export function smallBack(): string {
  const line = '#EFE3F5'
  const rim = `fill="none" stroke="${line}" stroke-opacity=".4" stroke-width="3"`
  return (
    smallFrame('url(#paint-back)', '#CDBBDA') +
    `<rect x="15" y="15" width="70" height="112" rx="9" ${rim}/>` +
    `<rect x="28" y="49" width="44" height="44" rx="22" ${rim}/>` +
    strokes('1', 48, 71, 26, 18, line)
  )
}
