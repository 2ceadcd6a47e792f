// Cards in the air: from a hand or the draw pile to where they belong. Only transform and opacity move.

export interface Flight {
  id: number
  card: string
  from: DOMRect
  to: DOMRect
  turn: number
  delay: number
  flips: boolean // a drawn card turns over in the reader's own hand
  landed: () => void
}

export const TIME = 320
const GAP = 70

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden

let serial = 0

export class Flights {
  list: Flight[] = $state([])

  add(card: string, from: DOMRect | undefined, to: DOMRect | undefined, order: number, landed: () => void, turn = 0, flips = false): void {
    if (still() || !from || !to || from.width === 0 || to.width === 0) return landed()
    this.list.push({ id: ++serial, card, from, to, turn, delay: order * GAP, flips, landed })
  }

  /** A Svelte action: flies its element and takes it away. */
  fly = (node: HTMLElement, flight: Flight): void => {
    const { from, to } = flight
    const shift = (r: DOMRect, lift: number, turn: number) =>
      `translate(${r.left + r.width / 2 - to.width / 2}px, ${r.top + r.height / 2 - to.height / 2 - lift}px) scale(${Math.max(0.2, r.width / to.width)}) rotate(${turn}deg)`
    const middle = new DOMRect((from.left + to.left) / 2, (from.top + to.top) / 2, (from.width + to.width) / 2, (from.height + to.height) / 2)
    const frames = [
      { transform: shift(from, 0, 0), offset: 0 },
      { transform: shift(middle, 34, flight.turn / 2), offset: 0.55 },
      { transform: shift(to, 0, flight.turn), offset: 1 },
    ]
    node.style.width = `${to.width}px`
    const run = node.animate(frames, { duration: TIME, delay: flight.delay, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' })
    const end = () => {
      this.list = this.list.filter((one) => one.id !== flight.id)
      flight.landed()
    }
    run.onfinish = end
    run.oncancel = end
  }
}
