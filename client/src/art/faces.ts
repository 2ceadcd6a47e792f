// The faces of the cards as SVG text, box 100 x 142. Pure functions; `sprite` puts all of them on the page once.

import {
  COLOURS,
  court,
  detail,
  glyph,
  OUTLINE,
  PAINT,
  STROKES,
  SUIT_SHAPE,
  SUITS,
  SUN_RAYS,
  type Colour,
  type Suit,
} from './shapes'

export const COLOUR_FACES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'R', '+2'] as const
export const FRENCH_FACES = ['6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const
const IVORY = '#FFF7EA'
const RIPPLES = [0.98, 1.24, 1.5, 1.78, 2.06, 2.36]

/** How ranks are written: `J` or `В`. */
export type Ranks = Record<string, string>

/** Text in strokes, centred at (x, y), of height h. */
function strokes(text: string, x: number, y: number, h: number, width: number, colour: string): string {
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
  return `<g ${place} fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${out}</g>`
}

const placed = (inner: string, x: number, y: number, size: number) =>
  `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})">${inner}</g>`

/** A colour's symbol. With `behind` it has its inner line; the sun then is a disc with rays. */
function symbol(
  c: Colour | 'O' | 'W',
  x: number,
  y: number,
  size: number,
  colour: string,
  behind?: string,
): string {
  if (c === 'Y' && behind) {
    const disc = `<circle cx="50" cy="50" r="23.5" fill="${colour}"/>`
    return placed(
      `${disc}<path d="${SUN_RAYS}" stroke="${colour}" stroke-width="10.5" stroke-linecap="round"/>`,
      x,
      y,
      size,
    )
  }
  const soft = c === 'Y' ? `stroke="${colour}" stroke-width="6" stroke-linejoin="round"` : ''
  return placed(
    `<path d="${OUTLINE[c]}" fill="${colour}" ${soft}/>${behind ? detail(c, behind) : ''}`,
    x,
    y,
    size,
  )
}

const pip = (s: Suit, x: number, y: number, size: number) =>
  placed(`<path d="${SUIT_SHAPE[s].d}" fill="${SUIT_SHAPE[s].ink}"/>`, x, y, size)

const frame = (fill: string, edge: string) =>
  `<rect x=".75" y=".75" width="98.5" height="140.5" rx="10" fill="${fill}" stroke="${edge}" stroke-width="1.5"/>`

function ripples(d: string, colour: string, opacity: number, scales = RIPPLES): string {
  const one = (k: number) =>
    `<path d="${d}" transform="translate(${50 - 50 * k} ${71 - 50 * k}) scale(${k})" stroke-width="${0.8 / k}" stroke-linejoin="round"/>`
  return `<g clip-path="url(#card-clip)" fill="none" stroke="${colour}" stroke-opacity="${opacity}">${scales.map(one).join('')}</g>`
}

const squares = (radii: number[], colour: string, opacity: number) =>
  `<g clip-path="url(#card-clip)" fill="none" stroke="${colour}" stroke-opacity="${opacity}">${radii
    .map(
      (r) =>
        `<rect x="${50 - r}" y="${71 - r}" width="${2 * r}" height="${2 * r}" rx="${r * 0.62}" stroke-width=".85"/>`,
    )
    .join('')}</g>`

const bothEnds = (corner: string) => `${corner}<g transform="rotate(180 50 71)">${corner}</g>`

function colourFace(c: Colour, face: string): string {
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

/** A leaf-shaped petal with two round corners. */
function petal(c: Colour, x: number, y: number, r: number, leaning: boolean, dim: boolean): string {
  const [big, small] = [r * 0.78, r * 0.16]
  const [a, b] = leaning ? [big, small] : [small, big]
  const d = `M${x + a} ${y}H${x + r - b}A${b} ${b} 0 0 1 ${x + r} ${y + b}V${y + r - a}A${a} ${a} 0 0 1 ${x + r - a} ${y + r}H${x + b}A${b} ${b} 0 0 1 ${x} ${y + r - b}V${y + a}A${a} ${a} 0 0 1 ${x + a} ${y}Z`
  const mark = r > 9 ? symbol(c, x + r / 2, y + r / 2, r * 0.5, PAINT[c].ink, PAINT[c].hi) : ''
  return `<g ${dim ? 'opacity=".28"' : ''}><path d="${d}" fill="${PAINT[c].hi}"/>${mark}</g>`
}

/** Four petals around a point; `spread` moves the halves apart, `chosen` lets the others fade. */
function petals(x: number, y: number, r: number, gap: number, chosen?: Colour, spread = 0): string {
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

function wildFace(four: boolean, chosen?: Colour): string {
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

function backFace(): string {
  const line = '#EFE3F5'
  const rim = `<rect x="6" y="6" width="88" height="130" rx="6.5" fill="none" stroke="${line}" stroke-opacity=".35" stroke-width=".9"/>`
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

function frenchFace(s: Suit, face: string, ranks: Ranks): string {
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

/** Faces for up to 32 px: in the log, in counts, in scores. */
const smallFrame = (fill: string, edge: string) =>
  `<rect x="2" y="2" width="96" height="138" rx="16" fill="${fill}" stroke="${edge}" stroke-width="4"/>`

function smallColour(c: Colour, face: string): string {
  const p = PAINT[c]
  let body = strokes(face, 50, 52, 66, 16, p.ink)
  if (face === 'S' || face === 'R')
    body = placed(glyph(face === 'S' ? 'skip' : 'reverse', p.ink, 14), 50, 52, 68)
  else if (face === '+2') body = strokes('+2', 49, 52, 50, 17, p.ink)
  return smallFrame(p.fill, p.edge) + body + symbol(c, 50, 112, c === 'Y' ? 46 : 38, p.ink, p.fill)
}

const smallWild = (four: boolean, chosen?: Colour) =>
  smallFrame('#221A2B', chosen ? PAINT[chosen].edge : '#A593B6') +
  (four
    ? petals(50, 44, 28, 2, chosen) + strokes('+4', 49, 108, 40, 18, IVORY)
    : petals(50, 71, 38, 2, chosen))

const smallFrench = (s: Suit, face: string, ranks: Ranks) =>
  smallFrame('#FFFBF3', '#D8C9B0') +
  strokes(ranks[face] ?? face, 50, 50, 60, 16, SUIT_SHAPE[s].ink) +
  pip(s, 50, 108, 46)

function smallBack(): string {
  const line = '#EFE3F5'
  const rim = `fill="none" stroke="${line}" stroke-opacity=".4" stroke-width="3"`
  return (
    smallFrame('url(#paint-back)', '#CDBBDA') +
    `<rect x="15" y="15" width="70" height="112" rx="9" ${rim}/><rect x="28" y="49" width="44" height="44" rx="22" ${rim}/>` +
    strokes('1', 48, 71, 26, 18, line)
  )
}

const pickColour = (c: Colour) =>
  frame(`url(#paint-${c})`, PAINT[c].edge) +
  ripples(OUTLINE[c], PAINT[c].line, 0.17) +
  symbol(c, 50, 71, 58, PAINT[c].ink, PAINT[c].fill)

const pickSuit = (s: Suit) =>
  frame('url(#paint-paper)', '#D8C9B0') +
  ripples(SUIT_SHAPE[s].plain, SUIT_SHAPE[s].ink, 0.085) +
  pip(s, 50, 71, 56)

function paints(): string {
  const radial = (id: string, stops: [number, string][]) =>
    `<radialGradient id="paint-${id}" cx=".5" cy=".42" r=".8">${stops.map(([o, c]) => `<stop offset="${o}" stop-color="${c}"/>`).join('')}</radialGradient>`
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
    '<linearGradient id="paint-paper" x1="0" y1="0" x2=".35" y2="1"><stop offset="0" stop-color="#FFFDF7"/><stop offset="1" stop-color="#F5ECDB"/></linearGradient>'
  )
}

const entry = (id: string, inner: string) => `<symbol id="${id}" viewBox="0 0 100 142">${inner}</symbol>`
const sign = (id: string, inner: string) => `<symbol id="${id}" viewBox="0 0 100 100">${inner}</symbol>`

/** All faces as symbols: `card-R7`, `card-W:G`, `small-R7`, `pick-R`, `sign-R`. */
export function sprite(ranks: Ranks): string {
  let out = `<defs>${paints()}</defs>`
  for (const c of COLOURS) {
    for (const face of COLOUR_FACES)
      out += entry(`card-${c}${face}`, colourFace(c, face)) + entry(`small-${c}${face}`, smallColour(c, face))
    out += entry(`card-W:${c}`, wildFace(false, c)) + entry(`card-W+4:${c}`, wildFace(true, c))
    out += entry(`small-W:${c}`, smallWild(false, c)) + entry(`small-W+4:${c}`, smallWild(true, c))
    out += entry(`pick-${c}`, pickColour(c))
  }
  for (const s of SUITS) {
    for (const face of FRENCH_FACES)
      out +=
        entry(`card-${face}${s}`, frenchFace(s, face, ranks)) +
        entry(`small-${face}${s}`, smallFrench(s, face, ranks))
    out +=
      entry(`pick-${s}`, pickSuit(s)) +
      sign(`sign-${s}`, `<path d="${SUIT_SHAPE[s].d}" fill="currentColor"/>`)
  }
  for (const four of [false, true]) {
    const id = four ? 'W+4' : 'W'
    out += entry(`card-${id}`, wildFace(four)) + entry(`small-${id}`, smallWild(four))
  }
  out += entry('card-back', backFace()) + entry('small-back', smallBack())
  for (const c of ['R', 'G', 'B', 'O', 'W'] as const) {
    out += sign(
      `sign-${c}`,
      `<path d="${OUTLINE[c]}" fill="currentColor"/>${detail(c, 'var(--sign-cut, transparent)')}`,
    )
  }
  out += sign(
    'sign-Y',
    `<circle cx="50" cy="50" r="23.5" fill="currentColor"/><path d="${SUN_RAYS}" stroke="currentColor" stroke-width="10.5" stroke-linecap="round"/>`,
  )
  return out
}
