// Where things lie on the table: plain numbers from the size of the window and the number of players.

export interface Point {
  x: number
  y: number
}
export interface Desk {
  width: number
  height: number
  card: number // width of a card in the hand
  felt: { left: number; top: number; width: number; height: number }
  centre: Point
  ring: { rx: number; ry: number }
  pile: number // width of a card on the pile
  status: number // top of the sentence below the ring, clear of the lifted cards
  crowded: boolean
}

const STATUS = 162 // the last move, the sentence below it, and the cards that are lifted

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

/** `rows` of the reader's hand; a spectator has none, and the table takes the room. */
export function desk(width: number, height: number, opponents: number, rows: number): Desk {
  const crowded = opponents >= 7
  const card = clamp(58, Math.min(width * 0.108, height * 0.145), 118) * (rows > 1 ? 0.72 : 1)
  const hand = rows === 0 ? 40 : card * 1.42 * (rows > 1 ? 0.62 * (rows - 1) + 1 : 1)
  const bottom = height - hand - 24
  const felt = { left: 62, top: 56, width: width - 124, height: Math.max(220, bottom - 56) }
  const pile = clamp(52, felt.height * 0.2, 114)
  const ring = { rx: clamp(120, pile * 2.05, felt.width * 0.25), ry: clamp(76, felt.height * 0.225, 150) }
  const below = felt.height - ring.ry - STATUS // the highest place of the centre that leaves room for the words
  const centre = { x: width / 2, y: felt.top + clamp(felt.height * 0.36, below, felt.height * 0.47) }
  return { width, height, card, felt, centre, ring, pile, status: centre.y + ring.ry + 26, crowded }
}

/** The place of each opponent on the ellipse, clockwise from the reader, who sits at the bottom. */
export function places(count: number, d: Desk): Point[] {
  const low = count >= 4 ? -Math.min(24, count * 3.4) : 0
  return Array.from({ length: count }, (_, i) => {
    const part = count === 1 ? 0.5 : count === 2 ? 0.23 + 0.54 * i : i / (count - 1)
    const angle = ((180 + low + part * (180 - 2 * low)) * Math.PI) / 180
    const rx = d.felt.width / 2 - 8
    const ry = d.felt.height / 2
    // A rounded table: towards its corners the ellipse is pushed outwards.
    const square = 1 + 0.13 * Math.sin(2 * angle) ** 2
    const x = d.width / 2 + rx * Math.cos(angle) * square
    const y = d.felt.top + ry + ry * Math.sin(angle) * square
    return { x: clamp(112, x, d.width - 112), y: clamp(56, y, d.felt.top + d.felt.height - 30) }
  })
}

/** A point on the way from a seat to the middle, where its cards lie. */
export function towards(from: Point, d: Desk, share: number): Point {
  return { x: from.x + (d.centre.x - from.x) * share, y: from.y + (d.centre.y - from.y) * share }
}

export interface Slot {
  x: number
  y: number
  turn: number
  row: number
}
export interface Spread {
  slots: Slot[]
  rows: number
  height: number
}

const OPEN = 1.04 // how much of a selected card's width is free of its neighbour

/** A hand as a fan, for few cards and much room. The selected card lies on top: the next one makes room for it. */
export function fan(count: number, selected: number, width: number, card: number): Spread {
  const opened = selected >= 0 && selected < count - 1
  const gaps = Math.max(0, count - 1)
  const room = width - card
  const wide = opened ? Math.min(card * OPEN, room) : 0
  const narrow = opened ? gaps - 1 : gaps
  const step = narrow > 0 ? Math.max(0, Math.min(card * 0.63, (room - wide) / narrow)) : 0
  const arc = Math.min(3, 26 / Math.max(count, 1))
  let x = (width - card - step * narrow - wide) / 2
  const slots = Array.from({ length: count }, (_, i) => {
    const off = i - (count - 1) / 2
    const slot = { x, y: (off * off * 30) / Math.max(9, (count * count) / 4), turn: off * arc, row: 0 }
    x += i === selected ? wide : step
    return slot
  })
  return { slots, rows: 1, height: card * 1.42 + 22 }
}

/** From one row of a hand to the next, in widths of a card. */
const STEP = { desk: 0.88, phone: 1.06, beside: 0.62 }
const TALL = 1.42 // of a card, in widths of it

export interface HandSize {
  card: number // its width
  step: number // from one row to the next, in widths of a card
}
export const deskHand = (d: Desk): HandSize => ({ card: d.card, step: STEP.desk })

// What else a phone shows: players, the last move, the turn line, the buttons and the room for raised cards.
const AROUND = 326
/** The least height of the felt with its margins; `low` where it is scarce. */
const feltOf = (low: boolean) => (low ? 84 : 144)
/** Whether a phone has so little height that the felt gives way. */
export const isLow = (height: number, rows: number): boolean => height < (rows > 1 ? 640 : 540)

/** The hand on a phone: all its rows fit between the turn line and the buttons, which stay on the screen. */
export function phoneHand(width: number, height: number, rows: number, beside: boolean): HandSize {
  if (beside)
    return { card: clamp(40, (height - 200) / (TALL + STEP.beside * (rows - 1)), 92), step: STEP.beside }
  const room = height - AROUND - feltOf(isLow(height, rows))
  const most = Math.min(width * 0.185, rows > 2 ? 62 : rows > 1 ? 66 : width > 600 ? 108 : 84)
  const card = clamp(46, room / (TALL + 0.8 * (rows - 1)), most)
  return { card, step: rows > 1 ? clamp(0.5, (room / card - TALL) / (rows - 1), STEP.phone) : STEP.phone }
}

export const rowsFor = (count: number, perRow: number) => Math.max(1, Math.min(3, Math.ceil(count / perRow)))

/** A hand in rows: cards that fit show a strip one can tap, the selected one shows whole. */
export function accordion(
  fits: boolean[],
  selected: number,
  width: number,
  card: number,
  perRow: number,
  step: number,
): Spread {
  const rows = rowsFor(fits.length, perRow)
  const length = Math.ceil(fits.length / rows)
  const slots: Slot[] = []
  for (let row = 0; row < rows; row++) {
    const from = row * length
    const line = fits.slice(from, from + length)
    const strips = strip(line, selected - from, width - card, card)
    const total = strips.reduce((sum, one) => sum + one, 0) + card
    let x = Math.max(0, (width - total) / 2)
    line.forEach((_, i) => {
      slots.push({ x, y: row * step, turn: 0, row })
      x += strips[i] ?? 0
    })
  }
  return { slots, rows, height: (rows - 1) * step + card * 1.42 }
}

/** How much of each card but the last is seen. */
function strip(fits: boolean[], selected: number, room: number, card: number): number[] {
  const cards = fits.slice(0, -1)
  const natural = cards.map((fit, i) => (i === selected ? card * OPEN : fit ? Math.min(44, card * 0.66) : 14))
  const sum = natural.reduce((a, b) => a + b, 0)
  if (sum > room) {
    const opened = selected >= 0 && selected < cards.length ? (natural[selected] ?? 0) : 0
    const share = Math.max(0, room - opened) / Math.max(1, sum - opened)
    return natural.map((one, i) => (i === selected ? one : one * share))
  }
  // What is left over goes to the narrow ones first, then to all.
  const most = cards.map((fit, i) => (i === selected ? card * OPEN : fit ? card * 0.82 : card * 0.7))
  const more = most.map((one, i) => Math.max(0, one - (natural[i] ?? 0)))
  const wanted = more.reduce((a, b) => a + b, 0)
  const share = wanted > 0 ? Math.min(1, (room - sum) / wanted) : 0
  return natural.map((one, i) => one + (more[i] ?? 0) * share)
}
