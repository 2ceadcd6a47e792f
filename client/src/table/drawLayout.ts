// Where things lie in the draw for dealer: the fan of face-down cards, the seats, and the place where each card lands.
// Points are middles, in pixels of the area.

import { desk, places, towards, type Point } from './layout'

export interface FanSlot extends Point {
  turn: number // degrees
}
export interface DrawSeat {
  plate: Point
  card: Point
}
export interface Box {
  left: number
  top: number
  width: number
  height: number
}
export interface DrawLayout {
  kind: 'wide' | 'phone' | 'side' // around a felt; in a column; a phone on its side
  felt: Box
  card: number // width of a card in the fan
  fan: FanSlot[]
  heap: Point // where the cards come from and go back to
  landed: number // width of a card in front of an opponent
  others: DrawSeat[]
  mine: DrawSeat
  own: number // width of the reader's own card
  avatar: number
  name: number // the width that a name has; 0: none
  words: Box
  said: Box // how it went: in the middle, when the cards are gone
}

const TALL = 1.42 // of a card, in widths
const NAMED = 130 // the width of a seat that shows its name, on a phone on its side
const LEAST = 27 // that is seen of a card in one row, for a finger
const ROWS = 0.7 // from one row of the fan to the next, in widths
const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

/** `mine`: whether the reader plays; a spectator has no card of their own. */
export function drawLayout(
  width: number,
  height: number,
  others: number,
  cards: number,
  mine: boolean,
): DrawLayout {
  if (height < 430 && width > 560) return onItsSide(width, height, others, cards)
  return width < 860
    ? inColumn(width, height, others, cards, mine)
    : around(width, height, others, cards, mine)
}

/** Cards along a flat arc; in two rows where a finger would not find one among so many. */
function fanOf(centre: Point, width: number, card: number, cards: number, least: number): FanSlot[] {
  const rows = cards > 1 && (width - card) / (cards - 1) < least ? 2 : 1
  const perRow = Math.ceil(cards / rows)
  return Array.from({ length: cards }, (_, i) => {
    const row = Math.floor(i / perRow)
    const inRow = row === rows - 1 ? cards - perRow * (rows - 1) : perRow
    const step = inRow > 1 ? Math.min(card * 0.78, (width - card) / (perRow - 1)) : 0
    const off = i - row * perRow - (inRow - 1) / 2
    const bend = rows === 1 ? 1 : 0.4
    return {
      x: centre.x + off * step,
      y: centre.y + (row - (rows - 1) / 2) * card * ROWS + bend * (Math.abs(off) / inRow) ** 2 * card * 0.7,
      turn: bend * off * Math.min(4, 30 / inRow),
    }
  })
}

function around(width: number, height: number, others: number, cards: number, mine: boolean): DrawLayout {
  const d = desk(width, height, others, 0)
  const bottom = d.felt.top + d.felt.height
  const landed = clamp(38, d.felt.height * (d.crowded ? 0.085 : 0.1), 84)
  const card = clamp(56, Math.min(d.felt.height * 0.17, d.felt.width * 0.09), 132)
  const own = clamp(48, d.felt.height * 0.12, 104)
  const middle = { x: d.width / 2, y: d.felt.top + d.felt.height * (mine ? 0.52 : 0.56) }
  const seats = places(others, d).map((plate) => ({ plate, card: inFront(plate, d, landed) }))
  // Clear of the cards that land beside it.
  const beside = seats
    .filter(({ card: at }) => Math.abs(at.y - middle.y) < (card + landed) * TALL * 0.6)
    .map(({ card: at }) => 2 * (Math.abs(at.x - middle.x) - landed / 2 - 22))
  const span = Math.max(card * 3, Math.min(d.felt.width * 0.6, card * 9, ...beside))
  const words = clamp(74, d.felt.height * 0.15, 110)
  return {
    kind: 'wide',
    felt: d.felt,
    card,
    heap: middle,
    fan: fanOf(middle, span, card, cards, 26),
    landed,
    others: seats,
    mine: {
      plate: { x: d.width / 2, y: bottom - 2 },
      card: { x: d.width / 2, y: bottom - 42 - own * TALL * 0.5 },
    },
    own,
    avatar: d.crowded ? 38 : 48,
    name: 112,
    ...wordsAt(middle, span, words, middle.y - card * TALL * 0.5 - words - 12),
  }
}

function wordsAt(middle: Point, width: number, height: number, top: number): { words: Box; said: Box } {
  const words = { left: middle.x - width / 2, top, width, height }
  return { words, said: { ...words, top: middle.y - height / 2 } }
}

/** Clear of the plate, on the way to the middle. */
function inFront(plate: Point, d: ReturnType<typeof desk>, landed: number): Point {
  const far = Math.hypot(d.centre.x - plate.x, d.centre.y - plate.y)
  const [dx, dy] = [Math.abs(d.centre.x - plate.x) / far, Math.abs(d.centre.y - plate.y) / far]
  const away = Math.min((d.crowded ? 74 : 94) / Math.max(dx, 0.01), 34 / Math.max(dy, 0.01))
  return towards(plate, d, (away + landed * 0.74) / far)
}

function inColumn(width: number, height: number, others: number, cards: number, mine: boolean): DrawLayout {
  const columns = Math.max(1, others > 5 ? Math.ceil(others / 2) : others)
  const rows = Math.ceil(others / columns)
  const tight = rows > 1 || height < 560
  const large = width > 600 ? 1.6 : 1 // a tablet
  const avatar = (tight ? 34 : 44) * (large > 1 ? 1.2 : 1)
  const landed = clamp(28, Math.min(width / columns - 26, height * (tight ? 0.055 : 0.07)), 52 * large)
  const cell = avatar + 34 + landed * TALL + (tight ? 8 : 12)
  const top = rows * cell + 6
  const words = tight ? 58 : 76
  const own = mine ? clamp(36, height * (rows > 1 ? 0.075 : 0.095), 70 * large) : 0
  const foot = (mine ? own * TALL + 14 : 0) + 66
  const room = height - top - words - foot
  const span = width - 64
  const two = (span - 60) / Math.max(1, cards - 1) < LEAST
  const fits = (room - 20) / (two ? TALL + ROWS : TALL * 1.15)
  const card = clamp(40, Math.min(width * 0.2, fits), (two ? 84 : 96) * large)
  const middle = { x: width / 2, y: top + words + 8 + room / 2 }
  return {
    kind: 'phone',
    felt: { left: 10, top: top + 2, width: width - 20, height: height - top - 74 },
    card,
    heap: middle,
    fan: fanOf(middle, Math.min(span, card * 8), card, cards, two ? Infinity : 0),
    landed,
    others: Array.from({ length: others }, (_, i) => {
      const row = Math.floor(i / columns)
      const inRow = row === rows - 1 ? others - columns * (rows - 1) : columns
      const x = ((i - row * columns + 0.5) * width) / inRow
      const y = 6 + row * cell
      return {
        plate: { x, y: y + (avatar + 34) / 2 },
        card: { x, y: y + avatar + 34 + 4 + (landed * TALL) / 2 },
      }
    }),
    mine: {
      plate: { x: width / 2, y: height - 38 },
      card: { x: width / 2, y: height - 74 - 10 - (own * TALL) / 2 },
    },
    own,
    avatar,
    name: width / columns - 6,
    ...wordsAt(middle, width - 52, words, top + 12),
  }
}

/** Opponents in a line above; below it the words, the fan and the reader's own card. */
function onItsSide(width: number, height: number, others: number, cards: number): DrawLayout {
  const cell = Math.min((width - 12) / Math.max(1, others), 170)
  const landed = clamp(22, cell - 84, 36)
  const avatar = cell < NAMED ? 26 : 32
  const left = (width - cell * others) / 2
  const top = landed * TALL + 14
  const own = clamp(40, height * 0.2, 64)
  const words = { left: 16, top: top + 10, width: Math.min(210, width * 0.28), height: height - top - 70 }
  const span = width - words.width - 48 - own - 40
  const card = clamp(40, Math.min(span * 0.15, (height - top - 30) / (TALL * 1.35)), 92)
  const middle = { x: words.left + words.width + 16 + span / 2, y: top + (height - top) / 2 - 6 }
  return {
    kind: 'side',
    felt: {
      left: words.left + words.width + 6,
      top: top + 6,
      width: width - words.width - 36,
      height: height - top - 16,
    },
    card,
    heap: middle,
    fan: fanOf(middle, span - 16, card, cards, 24),
    landed,
    others: Array.from({ length: others }, (_, i) => ({
      plate: { x: left + (i + 0.5) * cell - landed / 2 - 2, y: top / 2 },
      card: { x: left + (i + 1) * cell - landed / 2 - 2, y: top / 2 + 2 },
    })),
    mine: {
      plate: { x: words.left + words.width / 2, y: height - 34 },
      card: { x: width - own / 2 - 30, y: middle.y },
    },
    own,
    avatar,
    name: cell < NAMED ? 0 : cell - landed - 62,
    words,
    said: { ...words, left: middle.x - span * 0.4, width: span * 0.8 },
  }
}
