// Where things lie on the table of a television: everybody sits around it, nobody in front of it.

import type { Point } from '../table/layout'

export interface TvLayout {
  felt: { left: number; top: number; width: number; height: number }
  centre: Point
  ring: { rx: number; ry: number }
  card: number // width of a card on the pile
  seats: Point[] // their middles, in the order of play
  size: number // of a seat: 1, or less at a long table
}

export const SEAT = { width: 104, height: 108 } // of size 1
const EDGE = 10 // between a seat and the edge; what is shown above it has room too
const AIR = 12 // between the ring and a seat
const PILL = 17 // half the height of the colour's name, which lies on the ring
const LARGEST = 124
const SMALLEST = 44

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

export function tvLayout(width: number, height: number, players: number): TvLayout {
  const size = players <= 4 ? 1 : players <= 8 ? 0.94 : Math.max(0.58, 8.6 / players)
  const [w, h] = [(SEAT.width / 2) * size, (SEAT.height / 2) * size]
  const centre = { x: width / 2, y: height / 2 }
  const [rx, ry] = [width / 2 - w - EDGE, height / 2 - h - EDGE]
  const seats = Array.from({ length: players }, (_, i) => {
    const angle = 1.5 * Math.PI + ((i - 0.5) * 2 * Math.PI) / players // the middle above stays free, if it can
    const square = 1 + 0.25 * Math.sin(2 * angle) ** 2 // a rounded table
    return {
      x: centre.x + clamp(-rx, rx * Math.cos(angle) * square, rx),
      y: centre.y + clamp(-ry, ry * Math.sin(angle) * square, ry),
    }
  })
  const ringOf = (card: number) => ({ rx: card * 2, ry: Math.max(card, card * 0.71 + 20) })
  const clear = ({ x, y }: Point, card: number): boolean => {
    const ring = ringOf(card)
    const tall = ring.ry + PILL
    if (ring.rx + AIR > width / 2 || y - tall < 0 || y + tall > height) return false
    return seats.every(
      (one) => Math.abs(one.x - x) - w > ring.rx + AIR || Math.abs(one.y - y) - h > tall + AIR / 2,
    )
  }
  const largest = (at: Point): number => {
    let card = Math.min(LARGEST, height * 0.3)
    while (card > SMALLEST && !clear(at, card)) card -= 1
    return card
  }
  // Where somebody sits below and nobody above, the piles lie a little higher.
  const tries = [0, 8, 16, 24, 32, 40].map((up) => ({ x: centre.x, y: centre.y - up }))
  const middle = tries.reduce((best, one) => (largest(one) > largest(best) + 1 ? one : best))
  const card = largest(middle)
  const felt = { left: centre.x - rx, top: centre.y - ry, width: 2 * rx, height: 2 * ry }
  return { felt, centre: middle, ring: ringOf(card), card, seats, size }
}
