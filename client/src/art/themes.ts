// The themes of the cards: what they are painted with. Shapes, numerals and symbols are the same in all of them.

import { PAINT, type Colour, type Paint } from './shapes'

export const CARD_THEMES = ['enamel', 'paper', 'contrast'] as const
export type CardTheme = (typeof CARD_THEMES)[number]

type Pair = readonly [middle: string, rim: string]
export interface Theme {
  paint: Record<Colour, Paint>
  emblem: number // how strong the large symbol behind the middle is
  petal: (c: Colour) => { fill: string; mark: string } // of a wild
  wild: { ground: Pair; edge: string; ink: string }
  back: { ground: Pair; edge: string; line: string; behind: string }
  french: { ground: Pair; edge: string; red: string; black: string }
  marked: boolean // a pattern for each colour, and edges that are seen on any ground
}

const PAPER: Pair = ['#FFFDF7', '#F5ECDB']
const ENAMEL: Theme = {
  paint: PAINT,
  emblem: 0.62,
  petal: (c) => ({ fill: PAINT[c].hi, mark: PAINT[c].ink }),
  wild: { ground: ['#3A2E47', '#1A1422'], edge: '#A593B6', ink: '#FFF7EA' },
  back: { ground: ['#6D5686', '#4A3860'], edge: '#CDBBDA', line: '#EFE3F5', behind: '#5E4A76' },
  french: { ground: PAPER, edge: '#D8C9B0', red: '', black: '' },
  marked: false,
}

/** Ink on paper: the colour is in the print, with a wash of it behind. */
const printed = (ink: string, wash: string, edge: string): Paint => ({
  hi: '#FFFDF6',
  fill: '#FBF4E4',
  lo: '#F1E5CC',
  deep: wash,
  edge,
  ink,
  line: ink,
})
const PRINTED: Record<Colour, Paint> = {
  R: printed('#A8201A', '#F6C9BE', '#C4655A'),
  Y: printed('#6B4700', '#F9D977', '#C2922B'),
  G: printed('#14613B', '#BFE0C4', '#5C9A77'),
  B: printed('#1E4AA3', '#C3D6F4', '#6F92CF'),
}
const PETALS: Record<Colour, string> = { R: '#C2372E', Y: '#F2BC3C', G: '#1E7A4E', B: '#2B5CBF' }
const PRINT: Theme = {
  paint: PRINTED,
  emblem: 1,
  petal: (c) => ({ fill: PETALS[c], mark: c === 'Y' ? '#352100' : '#FFF7EA' }),
  wild: { ground: ['#FFFDF6', '#EFE2C8'], edge: '#8C7A5E', ink: '#2A2034' },
  back: { ground: ['#F4E7CC', '#E2CFA6'], edge: '#A5854F', line: '#7A3B22', behind: '#EFE0C0' },
  french: { ground: ['#FFFDF6', '#F1E5CC'], edge: '#A5854F', red: '', black: '' },
  marked: false,
}

/** Colours far apart in lightness as well, with inks of at least 7 to 1. */
const plain = (fill: string, ink: string): Paint => ({
  hi: fill,
  fill,
  lo: fill,
  deep: fill,
  edge: '#FFFFFF',
  ink,
  line: ink,
})
const PLAIN: Record<Colour, Paint> = {
  R: plain('#9B0000', '#FFFFFF'),
  Y: plain('#FFD400', '#000000'),
  G: plain('#00572A', '#FFFFFF'),
  B: plain('#0B2E8A', '#FFFFFF'),
}
const CONTRAST: Theme = {
  paint: PLAIN,
  emblem: 0,
  petal: (c) => ({ fill: PLAIN[c].fill, mark: PLAIN[c].ink }),
  wild: { ground: ['#000000', '#000000'], edge: '#FFFFFF', ink: '#FFFFFF' },
  back: { ground: ['#2B2B2B', '#2B2B2B'], edge: '#FFFFFF', line: '#FFFFFF', behind: '#2B2B2B' },
  french: { ground: ['#FFFFFF', '#FFFFFF'], edge: '#000000', red: '#A80000', black: '#000000' },
  marked: true,
}

const THEMES: Record<CardTheme, Theme> = { enamel: ENAMEL, paper: PRINT, contrast: CONTRAST }

/** The theme that is drawn in just now: `inTheme` sets it while a sprite is made. */
export let theme: Theme = ENAMEL
export function inTheme<T>(name: CardTheme, draw: () => T): T {
  const before = theme
  theme = THEMES[name]
  try {
    return draw()
  } finally {
    theme = before
  }
}

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by)
/** A pattern for each colour, for those who can't tell them apart: slanted lines, dots, level lines, a grid. */
export const PATTERNS: Record<Colour, string> = {
  R: steps(-140, 100, 12)
    .map((x) => `M${x} 142l142 -142`)
    .join(''),
  Y: steps(8, 140, 14)
    .map((y) =>
      steps(8, 100, 14)
        .map((x) => `M${x} ${y}h.01`)
        .join(''),
    )
    .join(''),
  G: steps(9, 140, 11)
    .map((y) => `M0 ${y}h100`)
    .join(''),
  B: [...steps(8, 100, 12).map((x) => `M${x} 0v142`), ...steps(11, 140, 12).map((y) => `M0 ${y}h100`)].join(
    '',
  ),
}
