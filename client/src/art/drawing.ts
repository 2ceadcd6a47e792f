// What the faces of the cards are drawn from, as SVG text: strokes, symbols, frames, patterns. Pure functions.

import { detail, OUTLINE, pen, STROKES, SUIT_SHAPE, SUN_RAYS, type Colour, type Suit } from './shapes'
import { PATTERNS, theme } from './themes'

const RIPPLES = [0.98, 1.24, 1.5, 1.78, 2.06, 2.36]

/** Text in strokes, centred at (x, y), of height h. */
export function strokes(
  text: string,
  x: number,
  y: number,
  h: number,
  width: number,
  colour: string,
): string {
  const gap = text.length > 1 ? 6 : 8
  let advance = 0
  let out = ''
  for (const ch of text) {
    out += `<path d="${STROKES[ch] ?? ''}" transform="translate(${advance} 0)"/>`
    advance += (ch === '1' ? 50 : 60) + gap
  }
  const k = h / 100
  const squeeze = text === '10' ? 0.86 : 1
  const left = x - ((advance - gap) * k * squeeze) / 2
  const place = `transform="translate(${left} ${y - h / 2}) scale(${k * squeeze} ${k})"`
  return `<g ${place} ${pen(colour, width)}>${out}</g>`
}

export const placed = (inner: string, x: number, y: number, size: number) =>
  `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})">${inner}</g>`

/** A disc with rays. */
export const sun = (colour: string) =>
  `<circle cx="50" cy="50" r="23.5" fill="${colour}"/>` +
  `<path d="${SUN_RAYS}" stroke="${colour}" stroke-width="10.5" stroke-linecap="round"/>`

/** A colour's symbol. With `behind` it has its inner line; the sun then is a disc with rays. */
export function symbol(
  c: Colour | 'O' | 'W',
  x: number,
  y: number,
  size: number,
  colour: string,
  behind?: string,
): string {
  if (c === 'Y' && behind) {
    return placed(sun(colour), x, y, size)
  }
  const soft = c === 'Y' ? `stroke="${colour}" stroke-width="6" stroke-linejoin="round"` : ''
  return placed(
    `<path d="${OUTLINE[c]}" fill="${colour}" ${soft}/>${behind ? detail(c, behind) : ''}`,
    x,
    y,
    size,
  )
}

export const pip = (s: Suit, x: number, y: number, size: number) =>
  placed(`<path d="${SUIT_SHAPE[s].d}" fill="${suitPaint(s)}"/>`, x, y, size)

/** The ink of a French suit. */
export function suitPaint(s: Suit): string {
  const { red, black } = theme.french
  return (s === 'H' || s === 'D' ? red : black) || SUIT_SHAPE[s].ink
}

export const frame = (fill: string, edge: string) =>
  `<rect x=".75" y=".75" width="98.5" height="140.5" rx="10" fill="${fill}" stroke="${edge}" stroke-width="1.5"/>` +
  (theme.marked ? rims(2.5, 1.75, 8.5) : '')
/** Black within white: seen on a light table and on a dark one. */
export const rims = (inset: number, width: number, radius: number) =>
  ['#FFFFFF', '#000000']
    .map((colour, i) => {
      const [at, r] = [inset * (0.5 + i), radius - i * inset]
      const box = `x="${at}" y="${at}" width="${100 - 2 * at}" height="${142 - 2 * at}" rx="${r}"`
      return `<rect ${box} fill="none" stroke="${colour}" stroke-width="${width}"/>`
    })
    .join('')

/** What lies behind the middle of a coloured card. */
export function behind(c: Colour): string {
  const p = theme.paint[c]
  if (!theme.marked) {
    const strength = theme.emblem === 1 ? 1 : c === 'Y' ? 0.75 : theme.emblem
    const emblem = `<g opacity="${strength}">${symbol(c, 50, 71, 74, p.deep)}</g>`
    return ripples(OUTLINE[c], p.line, 0.15) + emblem
  }
  const wide = c === 'Y' ? 5 : 2.2
  const lines = `<path d="${PATTERNS[c]}" stroke-width="${wide}" stroke-linecap="round"/>`
  return background([lines], p.line, 0.42) + plates(p.fill)
}
/** Plain ground for the middle and the corners of a card with a pattern. */
const plates = (fill: string) =>
  `<circle cx="50" cy="71" r="37" fill="${fill}"/>` +
  bothEnds(`<path d="M5 12a7 7 0 0 1 7 -7h18v44a6 6 0 0 1 -6 6H5z" fill="${fill}"/>`)

/** Lines behind the middle of a card, cut off at its edge. */
function background(lines: string[], colour: string, opacity: number): string {
  const look = `fill="none" stroke="${colour}" stroke-opacity="${opacity}"`
  return `<g clip-path="url(#card-clip)" ${look}>${lines.join('')}</g>`
}

export function ripples(d: string, colour: string, opacity: number, scales = RIPPLES): string {
  const one = (k: number) => {
    const place = `transform="translate(${50 - 50 * k} ${71 - 50 * k}) scale(${k})"`
    return `<path d="${d}" ${place} stroke-width="${0.8 / k}" stroke-linejoin="round"/>`
  }
  return background(scales.map(one), colour, opacity)
}

export function squares(radii: number[], colour: string, opacity: number): string {
  const one = (r: number) => {
    const box = `x="${50 - r}" y="${71 - r}" width="${2 * r}" height="${2 * r}"`
    return `<rect ${box} rx="${r * 0.62}" stroke-width=".85"/>`
  }
  return background(radii.map(one), colour, opacity)
}

export const bothEnds = (corner: string) => `${corner}<g transform="rotate(180 50 71)">${corner}</g>`

/** A leaf-shaped petal with two round corners. */
function petal(c: Colour, x: number, y: number, r: number, leaning: boolean, dim: boolean): string {
  const [big, small] = [r * 0.78, r * 0.16]
  const [a, b] = leaning ? [big, small] : [small, big]
  const [right, bottom] = [x + r, y + r]
  const corner = (radius: number, toX: number, toY: number) => `A${radius} ${radius} 0 0 1 ${toX} ${toY}`
  const d =
    `M${x + a} ${y}H${right - b}${corner(b, right, y + b)}V${bottom - a}${corner(a, right - a, bottom)}` +
    `H${x + b}${corner(b, x, bottom - b)}V${y + a}${corner(a, x + a, y)}Z`
  const { fill, mark } = theme.petal(c)
  const edge = theme.marked ? ' stroke="#FFFFFF" stroke-width="1.5"' : ''
  const sign = r > 9 ? symbol(c, x + r / 2, y + r / 2, r * 0.5, mark, fill) : ''
  return `<g ${dim ? 'opacity=".28"' : ''}><path d="${d}" fill="${fill}"${edge}/>${sign}</g>`
}

/** Four petals around a point; `spread` moves the halves apart, `chosen` lets the others fade. */
export function petals(x: number, y: number, r: number, gap: number, chosen?: Colour, spread = 0): string {
  const at = (c: Colour, dx: number, dy: number) =>
    petal(
      c,
      x + dx * gap + (dx < 0 ? -r : 0),
      y + dy * (gap + spread) + (dy < 0 ? -r : 0),
      r,
      dx * dy > 0,
      !!chosen && chosen !== c,
    )
  return at('R', -1, -1) + at('Y', 1, -1) + at('B', 1, 1) + at('G', -1, 1)
}
