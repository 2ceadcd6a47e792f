// The drawings of the cards as a file, for the pictures that the server makes of tables and matches: `/art.json`. It
// holds what the page draws too, by what a card shows: `colour R 7`, `wild 4 G`, `french S J`, `joker`, `back`.

import type { Plugin } from 'vite'
import { backFace, colourFace, frenchFace, jokerFace, wildFace } from './src/art/faces'
import { COLOURS, SUITS } from './src/art/shapes'
import { paints } from './src/art/sprite'

const NUMBERS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
const SIGNS = [...NUMBERS, '+1', '+2', '+3', '+4', 'skip', 'reverse']
const DRAWS = [0, 2, 4]
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']

/** What the page's style sheet says of colours that drawings name, on a dark ground as in the pictures. */
export const ON_DARK: Readonly<Record<string, string>> = { '--yellow-edge': '#ffe6a6' }
const painted = (drawing: string) =>
  drawing.replace(/var\((--[\w-]+)\)/g, (as, name: string) => ON_DARK[name] ?? as)

/** Every drawing by its name, box 100 x 142, and the paints that they refer to. */
export function drawings(): { paints: string; cards: Record<string, string> } {
  const cards: Record<string, string> = { back: backFace(), joker: jokerFace(null) }
  for (const suit of COLOURS)
    for (const sign of SIGNS) cards[`colour ${suit} ${sign}`] = colourFace(suit, sign)
  for (const draws of DRAWS) {
    cards[`wild ${draws}`] = wildFace(draws)
    for (const suit of COLOURS) cards[`wild ${draws} ${suit}`] = wildFace(draws, suit)
  }
  for (const suit of SUITS)
    for (const rank of RANKS) cards[`french ${suit} ${rank}`] = frenchFace(suit, rank, {})
  return {
    paints: paints(),
    cards: Object.fromEntries(Object.entries(cards).map(([name, drawing]) => [name, painted(drawing)])),
  }
}

export const art: Plugin = {
  name: 'art',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'art.json', source: JSON.stringify(drawings()) })
  },
}
