// The silhouettes of the deck: colour symbols, suits and strokes for numerals. Boxes are 100 x 100 unless said.

export type Colour = 'R' | 'Y' | 'G' | 'B'
export type Suit = 'S' | 'H' | 'C' | 'D'
export const COLOURS: readonly Colour[] = ['R', 'Y', 'G', 'B']
export const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D']

export interface Paint {
  hi: string
  fill: string
  lo: string
  deep: string
  edge: string
  ink: string
  line: string
}

export const PAINT: Record<Colour, Paint> = {
  R: {
    hi: '#CA3F35',
    fill: '#C2372E',
    lo: '#A92A25',
    deep: '#8E1F1D',
    edge: '#EE9A8C',
    ink: '#FFF7EA',
    line: '#FFF7EA',
  },
  Y: {
    hi: '#F8CB57',
    fill: '#F2BC3C',
    lo: '#E6A928',
    deep: '#DD9C16',
    edge: 'var(--yellow-edge)',
    ink: '#352100',
    line: '#5A3A00',
  },
  G: {
    hi: '#218053',
    fill: '#1E7A4E',
    lo: '#166440',
    deep: '#0F5233',
    edge: '#86CBA6',
    ink: '#FFF7EA',
    line: '#FFF7EA',
  },
  B: {
    hi: '#376BCD',
    fill: '#2B5CBF',
    lo: '#2049A0',
    deep: '#183A86',
    edge: '#9DBDF2',
    ink: '#FFF7EA',
    line: '#FFF7EA',
  },
}

function star(points: number, outer: number, inner: number): string {
  const at = (i: number) => {
    const a = (Math.PI * i) / points - Math.PI / 2
    const r = i % 2 ? inner : outer
    return `${(50 + r * Math.cos(a)).toFixed(2)} ${(50 + r * Math.sin(a)).toFixed(2)}`
  }
  return `M${Array.from({ length: points * 2 }, (_, i) => at(i)).join('L')}Z`
}

function rays(): string {
  let d = ''
  for (let i = 0; i < 8; i++) {
    const [x, y] = [Math.cos((Math.PI * i) / 4), Math.sin((Math.PI * i) / 4)]
    const at = (radius: number) => `${(50 + radius * x).toFixed(1)} ${(50 + radius * y).toFixed(1)}`
    d += `M${at(35)}L${at(45)}`
  }
  return d
}

export const SUN_RAYS = rays()

/** Outlines: poppy, sun, leaf, drop; and Haggle's orange slice and moon. */
export const OUTLINE: Record<Colour | 'O' | 'W', string> = {
  R:
    'M50 22C53 11 64 5 75 9 88 13 95 26 91 38 89 44 85 48 78 50 85 52 89 56 91 62 95 74 88 87 75 91 ' +
    '64 95 53 89 50 78 47 89 36 95 25 91 12 87 5 74 9 62 11 56 15 52 22 50 15 48 11 44 9 38 5 26 12 ' +
    '13 25 9 36 5 47 11 50 22Z',
  Y: star(8, 47, 31),
  G: 'M12 88C4 46 34 10 90 10 94 62 60 98 12 88Z',
  B: 'M50 5C60 25 83 43 83 64 83 82 68 95 50 95S17 82 17 64C17 43 40 25 50 5Z',
  O: 'M50 6C75 6 94 25 94 50S75 94 50 94 6 75 6 50 25 6 50 6Z',
  W: 'M62 6C34 8 12 28 12 54 12 78 31 95 54 95 71 95 85 86 92 71 66 80 44 66 43 43 42 27 50 14 62 6Z',
}

/** The line inside a symbol, in the colour of what lies behind it. */
export function detail(symbol: Colour | 'O' | 'W', colour: string): string {
  const line = (d: string, width = 6.5) =>
    `<path d="${d}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" fill="none"/>`
  if (symbol === 'R') return `<circle cx="50" cy="50" r="11" fill="${colour}"/>`
  if (symbol === 'G') return line('M8 93L66 34')
  if (symbol === 'B') return line('M33 64C33 74 40 80 48 81')
  if (symbol === 'O') return line('M50 18V82M22 34L78 66M78 34L22 66', 6)
  return ''
}

export const SUIT_SHAPE: Record<Suit, { ink: string; d: string; plain: string }> = {
  S: {
    ink: '#2A2034',
    d:
      'M50 6C58 24 91 40 91 63 91 77 81 84 71 84 64 84 58 81 54 76 55 86 59 91 67 95H33C41 91 45 86 46 ' +
      '76 42 81 36 84 29 84 19 84 9 77 9 63 9 40 42 24 50 6Z',
    plain:
      'M50 6C58 24 91 40 91 63 91 77 81 84 71 84 62 84 54 79 50 72 46 79 38 84 29 84 19 84 9 77 9 63 9 ' +
      '40 42 24 50 6Z',
  },
  C: {
    ink: '#2A2034',
    d:
      'M50 5C62 5 71 14 71 26 71 32 69 37 65 41 67 40 70 40 73 40 85 40 94 49 94 61S85 82 73 82C65 82 ' +
      '58 78 54 71 55 84 59 91 67 95H33C41 91 45 84 46 71 42 78 35 82 27 82 15 82 6 73 6 61S15 40 27 ' +
      '40C30 40 33 40 35 41 31 37 29 32 29 26 29 14 38 5 50 5Z',
    plain:
      'M50 5C62 5 71 14 71 26 71 32 69 37 65 41 67 40 70 40 73 40 85 40 94 49 94 61S85 82 73 82C63 82 ' +
      '54 76 50 66 46 76 37 82 27 82 15 82 6 73 6 61S15 40 27 40C30 40 33 40 35 41 31 37 29 32 29 26 ' +
      '29 14 38 5 50 5Z',
  },
  H: {
    ink: '#B72F2A',
    d:
      'M50 92C20 67 7 50 7 33 7 19 17 10 29 10 39 10 46 16 50 25 54 16 61 10 71 10 83 10 93 19 93 33 ' +
      '93 50 80 67 50 92Z',
    plain:
      'M50 92C20 67 7 50 7 33 7 19 17 10 29 10 39 10 46 16 50 25 54 16 61 10 71 10 83 10 93 19 93 33 ' +
      '93 50 80 67 50 92Z',
  },
  D: {
    ink: '#B72F2A',
    d: 'M50 5C58 22 73 39 89 50 73 61 58 78 50 95 42 78 27 61 11 50 27 39 42 22 50 5Z',
    plain: 'M50 5C58 22 73 39 89 50 73 61 58 78 50 95 42 78 27 61 11 50 27 39 42 22 50 5Z',
  },
}

/** Numerals and ranks as strokes in a box of 60 x 100: no font is needed, and they look the same everywhere. */
export const STROKES: Record<string, string> = {
  '0': 'M30 8C46 8 52 24 52 50S46 92 30 92 8 76 8 50 14 8 30 8Z',
  '1': 'M15 27L34 9V92',
  '2': 'M9 31C9 17 18 8 31 8 43 8 51 16 51 28 51 39 44 47 37 56L10 91H53',
  '3': 'M11 8H49L27 42C42 42 52 52 52 67 52 82 42 92 29 92 19 92 11 87 7 78',
  '4': 'M41 92V9L7 68H55',
  '5': 'M48 8H17L13 46C17 41 23 38 30 38 43 38 52 49 52 65 52 81 43 92 29 92 19 92 12 87 8 79',
  '6': 'M40 8C24 27 8 45 8 67 8 82 17 92 30 92S52 82 52 67 43 43 30 43C19 43 11 50 8.8 60',
  '7': 'M8 8H52L25 92',
  '8':
    'M30 46C18 46 11 38 11 27S19 8 30 8 49 16 49 27 42 46 30 46ZM30 46C16 46 8 56 8 69S17 92 30 92 ' +
    '52 82 52 69 44 46 30 46Z',
  '9': 'M20 92C36 73 52 55 52 33 52 18 43 8 30 8S8 18 8 33 17 57 30 57C41 57 49 50 51.2 40',
  A: 'M7 92L30 8 53 92M15 64H45',
  K: 'M12 8V92M51 8L12 60M26 44L53 92',
  Q: 'M30 8C46 8 53 24 53 50S46 92 30 92 7 76 7 50 14 8 30 8ZM37 70L55 95',
  J: 'M44 8V67C44 84 37 92 26 92 15 92 8 86 7 75',
  В: 'M12 8V92H30C45 92 52 83 52 70S44 48 30 48H12M12 8H28C41 8 48 16 48 28S40 48 28 48',
  Д: 'M4 98V80H56V98M14 80C20 62 22 40 22 8H46V80',
  К: 'M12 8V92M51 8L12 60M26 44L53 92',
  Т: 'M6 8H54M30 8V92',
  '+': 'M8 52H52M30 30V74',
}

/** How a line of a drawing looks. */
export const pen = (colour: string, width: number) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`

/** Skip hops over a dot, reverse is a U-turn. */
export function glyph(what: 'skip' | 'reverse', colour: string, width: number): string {
  const line = pen(colour, width)
  if (what === 'reverse') {
    return `<g ${line}><path d="M24 88V42C24 24 36 12 50 12S76 24 76 42V82"/><path d="M56 66L76 87 96 66"/></g>`
  }
  const dot = `<circle cx="47" cy="72" r="${width * 1.15}" fill="${colour}"/>`
  return `<g ${line}><path d="M10 70C16 34 40 18 60 28 74 35 82 48 85 66"/><path d="M66 56L86 70 96 47"/></g>${dot}`
}

/** A fool's cap with three bells. */
export function cap(colour: string, width: number): string {
  const line = pen(colour, width)
  const bell = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="${width * 1.2}" fill="${colour}"/>`
  const points =
    'M18 80C18 62 22 46 12 36 26 34 36 42 40 54 42 38 46 26 50 18 54 26 58 38 60 54 64 42 74 34 88 36 ' +
    '78 46 82 62 82 80Z'
  return `<g ${line}><path d="${points}"/><path d="M20 94H80"/></g>${bell(10, 33)}${bell(50, 12)}${bell(90, 33)}`
}

/** Sword, tiara, crown. */
export function court(rank: 'J' | 'Q' | 'K', colour: string): string {
  const line = pen(colour, 5.5)
  const dot = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`
  if (rank === 'K') {
    const gems = dot(50, 12, 5.5) + dot(9, 26, 4.8) + dot(91, 26, 4.8)
    return `<g ${line}><path d="M20 76L11 34 33 52 50 22 67 52 89 34 80 76Z"/><path d="M22 90H78"/></g>${gems}`
  }
  if (rank === 'Q') {
    const gems = dot(50, 16, 6) + dot(24, 28, 4.8) + dot(76, 28, 4.8)
    const points =
      'M10 78C14 60 20 46 26 40 30 54 36 60 40 62 42 46 46 34 50 28 54 34 58 46 60 62 ' +
      '64 60 70 54 74 40 80 46 86 60 90 78'
    return `<g ${line}><path d="M10 78C34 92 66 92 90 78"/><path d="${points}"/></g>${gems}`
  }
  const blade = '<path d="M50 4L59 18V58H41V18Z"/><path d="M50 22V46" stroke-width="4"/>'
  const hilt = '<path d="M24 54C26 64 34 66 50 66S74 64 76 54"/><path d="M50 66V82"/>'
  return `<g ${line}>${blade}${hilt}</g>${dot(50, 89, 6.5)}`
}
