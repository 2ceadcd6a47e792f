// What moves on the table during a beat: cards between hands and piles, and whole hands between seats. Only transform
// and opacity move; what flies is measured before anything is drawn.

import { untrack } from 'svelte'
import { placed } from '../zoom'
import type { Beat } from './beats'
import type { Scene } from './stage'

export interface Flight {
  id: number
  card: string // or 'back'
  fan: number // how many cards fly together; 1 is a single one
  from: DOMRect
  to: DOMRect
  turn: number
  lift: number // how high above the straight way
  delay: number
  ms: number
  flips: boolean // it turns over on its way
}

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden

const FAN = 5 // cards of a hand that are seen to travel
const SHUFFLED = 4 // cards that are seen to go back to the draw pile
const MANY = 6 // opponents; with more, not every round of a deal is seen to fly

let serial = 0

/** Where something lies, in its own size: a card that is turned takes more room than that. */
function lying(node: HTMLElement, scale: number): DOMRect {
  const r = placed(node)
  const [w, h] = [node.offsetWidth, node.offsetHeight]
  return new DOMRect((r.left + r.width / 2) / scale - w / 2, (r.top + r.height / 2) / scale - h / 2, w, h)
}

/** A card-sized place in the middle of something, like a seat. */
const within = (rect: DOMRect, width: number): DOMRect =>
  new DOMRect(
    rect.x + rect.width / 2 - width / 2,
    rect.y + rect.height / 2 - width * 0.71,
    width,
    width * 1.42,
  )

/** Where things lie, by their anchors: asked of the page once for each, and only for what flies. */
class Places {
  private found = new Map<string, DOMRect | undefined>()

  constructor(
    private readonly root: HTMLElement,
    private readonly scale: number,
  ) {}

  get(anchor: string): DOMRect | undefined {
    if (!this.found.has(anchor)) this.found.set(anchor, this.look(`[data-anchor="${CSS.escape(anchor)}"]`))
    return this.found.get(anchor)
  }
  /** A card of the reader's hand, whichever of several of its kind. */
  held(card: string): DOMRect | undefined {
    return this.look(`[data-anchor^="${CSS.escape(`hand:${card}#`)}"]`)
  }

  private look(selector: string): DOMRect | undefined {
    const node = this.root.querySelector<HTMLElement>(selector)
    const rect = node && lying(node, this.scale)
    return rect && (rect.width > 0 || node.dataset['anchor']?.startsWith('backs:')) ? rect : undefined
  }
}

/** Where something was before the page shows the beat: a card that is played has its place in the hand still. */
interface Before {
  card: DOMRect | undefined // that the reader plays
  hand: DOMRect | undefined // all of them
}
const NOWHERE: Before = { card: undefined, hand: undefined }

function before({ event, start }: Beat, places: Places): Before {
  switch (event.type) {
    case 'play':
    case 'jump':
    case 'open':
      return event.player === start.you ? { ...NOWHERE, card: places.held(event.card) } : NOWHERE
    case 'swap':
    case 'hands_passed':
      return { ...NOWHERE, hand: places.get('hand') }
    default:
      return NOWHERE
  }
}

export class Flights {
  list: Flight[] = $state.raw([])
  private before = NOWHERE
  private scale: () => number

  /** `scale`: how much the whole table is enlarged, from the corner of the window. */
  constructor(scale: () => number = () => 1) {
    this.scale = scale
  }

  /** Follow what is shown, below `root` once that is there. Call it while a component is set up. */
  watch(scene: () => Scene | null, root: () => HTMLElement | undefined): void {
    const serial = $derived(scene()?.serial ?? 0)
    const at = (then: (shown: Scene | null, on: HTMLElement) => void) => () => {
      void serial
      const on = root()
      if (on) untrack(() => then(scene(), on))
    }
    $effect.pre(
      at((shown, on) => {
        if (shown?.beat) this.before = before(shown.beat, new Places(on, this.scale()))
      }),
    )
    $effect(at((shown, on) => this.follow(shown?.beat ?? null, shown?.ms ?? 0, on)))
  }

  /** What flies in a beat; what flew in the one before has landed. */
  private follow(beat: Beat | null, ms: number, root: HTMLElement): void {
    if (beat === null || still()) {
      if (this.list.length > 0) this.list = []
      return
    }
    const launch = new Launch(beat, ms, this.before, new Places(root, this.scale()))
    this.list = launch.flights()
  }

  /** A Svelte action: flies its element. */
  fly = (node: HTMLElement, flight: Flight): void => {
    const { from, to } = flight
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, width: (from.width + to.width) / 2 }
    const height = (width: number) => (width * to.height) / to.width
    const at = (r: { x: number; y: number; width: number }, lift: number, turn: number) =>
      [
        `translate(${r.x + r.width / 2 - to.width / 2}px, ${r.y + height(r.width) / 2 - to.height / 2 - lift}px)`,
        `rotate(${turn}deg)`,
        `scale(${Math.max(0.2, r.width / to.width)})`,
      ].join(' ')
    const timing = {
      duration: flight.ms - flight.delay,
      delay: flight.delay,
      easing: 'cubic-bezier(.3,.7,.3,1)',
      fill: 'both' as const,
    }
    node.style.width = `${to.width}px`
    node.animate(
      [
        { transform: at(from, 0, 0) },
        { transform: at(middle, flight.lift, flight.turn / 2) },
        { transform: at(to, 0, flight.turn) },
      ],
      timing,
    )
    if (flight.flips)
      node.firstElementChild?.animate(
        [
          { transform: 'rotateY(180deg)' },
          { transform: 'rotateY(180deg)', offset: 0.2 },
          { transform: 'none' },
        ],
        timing,
      )
  }
}

/** The flights of one beat. */
class Launch {
  private out: Flight[] = []
  private beat: Beat
  private ms: number
  private before: Before
  private now: Places

  constructor(beat: Beat, ms: number, before: Before, now: Places) {
    this.beat = beat
    this.ms = ms
    this.before = before
    this.now = now
  }

  flights(): Flight[] {
    const { event, start } = this.beat
    switch (event.type) {
      case 'play':
      case 'jump':
      case 'open':
        this.add(event.card, this.before.card ?? this.seat(event.player ?? ''), this.pile(), {
          turn: this.tilt(),
        })
        break
      case 'turn_up':
        this.add(event.card, this.now.get('deck'), this.pile(), { turn: this.tilt(), flips: true })
        break
      case 'put_back':
        this.add(event.card, this.pile(), this.now.get('deck'), {})
        break
      case 'draw':
        this.drawn(event.player ?? '', 0)
        break
      case 'deal':
        this.dealt()
        break
      case 'swap':
        this.hand(event.player ?? '', event.with, 46)
        this.hand(event.with, event.player ?? '', -46)
        break
      case 'hands_passed':
        start.players.forEach((name, i) => {
          const n = start.players.length
          this.hand(name, start.players[(i + event.direction + n) % n] ?? '', 0)
        })
        break
      case 'reshuffle':
        for (let i = 0; i < SHUFFLED; i++)
          this.add('back', this.pile(), this.now.get('deck'), {
            delay: (this.ms * i) / (SHUFFLED * 2),
            lift: 20 + 8 * i,
          })
    }
    return this.out
  }

  private add(card: string, from: DOMRect | undefined, to: DOMRect | undefined, more: Partial<Flight>): void {
    if (!from || !to) return
    const usual = { fan: 1, turn: 0, lift: 34, delay: 0, ms: this.ms, flips: false }
    this.out.push({ id: ++serial, card, from, to, ...usual, ...more })
  }

  private pile = () => this.now.get('pile')
  private tilt = () => ((this.beat.start.discards.length * 47) % 13) - 6

  /** A player's cards, or the face where those are not shown. */
  private seat(name: string): DOMRect | undefined {
    const rect =
      name === this.beat.start.you
        ? this.now.get('me')
        : (this.now.get(`backs:${name}`) ?? this.now.get(`seat:${name}`))
    return rect && within(rect, 36)
  }

  private drawn(name: string, delay: number): void {
    const deck = this.now.get('deck')
    const air = name === this.beat.start.you ? [...this.beat.air] : []
    if (air.length === 0) return this.add('back', deck, this.seat(name), { delay })
    for (const key of air)
      this.add(key.replace(/#\d+$/, ''), deck, this.now.get(`hand:${key}`) ?? this.seat(name), {
        delay,
        flips: true,
      })
  }
  private dealt(): void {
    const { start, end, part, air } = this.beat
    const others = start.players.filter(
      (name) => name !== start.you && (end.counts[name] ?? 0) > (start.counts[name] ?? 0),
    )
    const each = others.length > MANY && part % 2 === 0 ? [] : others
    each.forEach((name, i) => this.drawn(name, (this.ms * 0.5 * i) / Math.max(1, each.length)))
    if (air.size > 0) this.drawn(start.you ?? '', 0)
  }

  /** A whole hand travels. */
  private hand(from: string, to: string, lift: number): void {
    const { lot, start } = this.beat
    const count = (lot.view.counts[to] ?? 0) || 1
    const place = (name: string): DOMRect | undefined => {
      const rect = name === start.you ? (this.before.hand ?? this.now.get('me')) : this.seat(name)
      return rect && within(rect, 52)
    }
    this.add('back', place(from), place(to), { fan: Math.min(FAN, count), lift })
  }
}
