// Simpler faces for up to 32 px: in the log, in counts, in scores.

import { petals, pip, placed, rims, strokes, suitPaint, symbol } from './drawing'
import type { Ranks } from './faces'
import { cap, glyph, type Colour, type Suit } from './shapes'
import { theme } from './themes'

const smallFrame = (fill: string, edge: string) =>
  `<rect x="2" y="2" width="96" height="138" rx="16" fill="${fill}" stroke="${edge}" stroke-width="4"/>` +
  (theme.marked ? rims(6, 5, 15) : '')

export function smallColour(c: Colour, face: string): string {
  const p = theme.paint[c]
  let body = strokes(face, 50, 52, 66, 16, p.ink)
  if (face === 'skip' || face === 'reverse') body = placed(glyph(face, p.ink, 14), 50, 52, 68)
  else if (face.length > 1) body = strokes(face, 49, 52, face.length > 2 ? 38 : 50, 17, p.ink)
  return smallFrame(p.fill, p.edge) + body + symbol(c, 50, 112, c === 'Y' ? 46 : 38, p.ink, p.fill)
}

export const smallWild = (draws: number, chosen?: Colour) =>
  smallFrame(theme.wild.ground[1], chosen ? theme.paint[chosen].edge : theme.wild.edge) +
  (draws
    ? petals(50, 44, 28, 2, chosen) + strokes(`+${draws}`, 49, 108, 40, 18, theme.wild.ink)
    : petals(50, 71, 38, 2, chosen))

export const smallFrench = (s: Suit, face: string, ranks: Ranks) =>
  smallFrame(theme.french.ground[0], theme.french.edge) +
  strokes(ranks[face] ?? face, 50, 50, 60, 16, suitPaint(s)) +
  pip(s, 50, 108, 46)

export const smallJoker = () =>
  smallFrame(theme.french.ground[0], theme.french.edge) +
  placed(cap(suitPaint('H'), 8), 50, 52, 70) +
  pip('S', 34, 112, 26) +
  pip('H', 66, 112, 26)

export function smallBack(): string {
  const { line, edge } = theme.back
  const rim = `fill="none" stroke="${line}" stroke-opacity=".4" stroke-width="3"`
  return (
    smallFrame('url(#paint-back)', edge) +
    `<rect x="15" y="15" width="70" height="112" rx="9" ${rim}/>` +
    `<rect x="28" y="49" width="44" height="44" rx="22" ${rim}/>` +
    strokes('1', 48, 71, 26, 18, line)
  )
}
