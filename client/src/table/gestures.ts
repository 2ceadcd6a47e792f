// A finger or a mouse on the hand: tap, slide to peek, drag upwards to play. The card under the pointer when it went
// down counts, by its key, even if the hand is sorted again in between.

export interface Press {
  key: string
  x: number
  y: number
  moved: boolean
  lift: number
}
export type Gesture = { do: 'play' | 'peek'; key: string } | null

export const CLICK = 10 // a shorter way is a click, not a drag
const RAISED = 24 // from here on the card follows the finger
export const LINE = 56 // past it the card is played, before it snaps back
export const DOUBLE = 300 // a second tap within this time is not another one

export const down = (key: string, x: number, y: number): Press => ({ key, x, y, moved: false, lift: 0 })

/** The pointer moved; `under` is the key of the card below it, if there is one. */
export function moved(
  press: Press,
  x: number,
  y: number,
  under: string | null,
): { press: Press; gesture: Gesture } {
  const [dx, dy] = [x - press.x, y - press.y]
  if (!press.moved && Math.hypot(dx, dy) <= CLICK) return { press, gesture: null }
  if (dy < -RAISED) return { press: { ...press, moved: true, lift: dy }, gesture: null }
  const key = under ?? press.key
  if (key === press.key) return { press: { ...press, moved: true, lift: 0 }, gesture: null }
  return { press: { key, x, y: press.y, moved: true, lift: 0 }, gesture: { do: 'peek', key } }
}

/** The pointer went up: a click or a drag past the line plays, an abandoned drag goes home. */
export function released(press: Press): Gesture {
  return !press.moved || press.lift < -LINE ? { do: 'play', key: press.key } : null
}
