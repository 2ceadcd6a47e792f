// Cards in the air: from a hand or the draw pile to where they belong. Only transform and opacity move.

import type { AnyEvent, View } from '../net/protocol'
import { play as sound } from '../sound.svelte'

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

/** Where something lies, in its own size: a card that is turned takes more room than that. */
function lying(node: HTMLElement): DOMRect {
  const r = node.getBoundingClientRect()
  const [w, h] = [node.offsetWidth, node.offsetHeight]
  return new DOMRect(r.left + r.width / 2 - w / 2, r.top + r.height / 2 - h / 2, w, h)
}

/** Seats are wide: a card flies to a card-sized place in their middle. */
function small(rect: DOMRect | undefined): DOMRect | undefined {
  if (!rect || rect.width < rect.height) return rect
  return new DOMRect(rect.left + rect.width / 2 - 20, rect.top + rect.height / 2 - 28, 40, 57)
}

export class Flights {
  list: Flight[] = $state([])
  flying = $state(0) // cards on their way to the pile
  private before = new Map<string, DOMRect>()

  /** Where the cards of the hand lie, before the page shows what has happened. */
  measure(root: HTMLElement): void {
    this.before = new Map(
      [...root.querySelectorAll<HTMLElement>('[data-anchor^="hand:"]')].map((node) => [
        node.dataset['anchor'] ?? '',
        lying(node),
      ]),
    )
  }

  /** Whatever moved in these events flies, one after the other. */
  follow(fresh: readonly AnyEvent[], view: View, root: HTMLElement): void {
    let order = 0
    const place = (anchor: string) => {
      const node = root.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(anchor)}"]`)
      return node ? lying(node) : undefined
    }
    for (const event of fresh) order = this.launch(event, order, view, place)
  }

  private launch(
    event: AnyEvent,
    order: number,
    view: View,
    place: (anchor: string) => DOMRect | undefined,
  ): number {
    const who = event.player ?? ''
    const seat = who === view.you ? 'me' : `seat:${who}`
    if (event.type === 'play' || event.type === 'jump' || event.type === 'open') {
      const from = (who === view.you ? this.before.get(`hand:${event.card}`) : undefined) ?? place(seat)
      this.flying += 1
      this.add(
        event.card,
        small(from),
        place('pile'),
        order,
        () => {
          this.flying = Math.max(0, this.flying - 1)
          sound('card')
        },
        ((view.discards.length * 47) % 13) - 6,
      )
      return order + 1
    }
    if (event.type === 'draw' && event.count > 0) {
      const count = Math.min(event.count, 6)
      for (let i = 0; i < count; i++) {
        // The reader's own card turns over on its way into the hand.
        const card = who === view.you ? event.cards?.[i] : undefined
        const to = (card ? place(`hand:${card}`) : undefined) ?? small(place(seat))
        this.add(card ?? 'back', place('deck'), to, order + i, () => sound('draw'), 0, card !== undefined)
      }
      return order + count
    }
    if (event.type === 'call' || event.type === 'catch' || event.type === 'reverse') sound(event.type)
    return order
  }

  private add(
    card: string,
    from: DOMRect | undefined,
    to: DOMRect | undefined,
    order: number,
    landed: () => void,
    turn = 0,
    flips = false,
  ): void {
    if (still() || !from || !to || from.width === 0 || to.width === 0) return landed()
    this.list.push({ id: ++serial, card, from, to, turn, delay: order * GAP, flips, landed })
  }

  /** A Svelte action: flies its element and takes it away. */
  fly = (node: HTMLElement, flight: Flight): void => {
    const { from, to } = flight
    const shift = (r: DOMRect, lift: number, turn: number) =>
      [
        `translate(${r.left + r.width / 2 - to.width / 2}px, ${r.top + r.height / 2 - to.height / 2 - lift}px)`,
        `scale(${Math.max(0.2, r.width / to.width)})`,
        `rotate(${turn}deg)`,
      ].join(' ')
    const middle = new DOMRect(
      (from.left + to.left) / 2,
      (from.top + to.top) / 2,
      (from.width + to.width) / 2,
      (from.height + to.height) / 2,
    )
    const frames = [
      { transform: shift(from, 0, 0), offset: 0 },
      { transform: shift(middle, 34, flight.turn / 2), offset: 0.55 },
      { transform: shift(to, 0, flight.turn), offset: 1 },
    ]
    node.style.width = `${to.width}px`
    const run = node.animate(frames, {
      duration: TIME,
      delay: flight.delay,
      easing: 'cubic-bezier(.2,.8,.2,1)',
      fill: 'both',
    })
    if (flight.flips)
      node.firstElementChild?.animate(
        [
          { transform: 'rotateY(180deg)' },
          { transform: 'rotateY(180deg)', offset: 0.3 },
          { transform: 'none' },
        ],
        { duration: TIME, delay: flight.delay, easing: 'ease-in-out', fill: 'both' },
      )
    const end = () => {
      this.list = this.list.filter((one) => one.id !== flight.id)
      flight.landed()
    }
    run.onfinish = end
    run.oncancel = end
  }
}
