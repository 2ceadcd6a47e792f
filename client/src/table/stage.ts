// The stage: what is shown follows what has landed. Lots of events wait in a queue and are played one beat after the
// other; a page that falls behind skips to the present, where what is shown is what the server said last.

import type { View } from '../net/protocol'
import { beatsOf, type Beat, type Cards, type Lot } from './beats'

export interface Clock {
  now: () => number
  after: (ms: number, then: () => void) => () => void // gives the way to call it off
}
/** What is on the stage. */
export interface Scene {
  view: View
  beat: Beat | null // what is happening; null when all has landed
  ms: number // how long it takes, this time
  serial: number // another one for each beat
  waiting: number // events that have not begun: the log leaves them out
}

export const BEHIND = 2500 // milliseconds to show before a new lot: more are skipped
export const HURRY = 800 // while more than this waits behind its lot, a beat goes at double speed
export const LATE = 1000 // a beat that ends so much later than it should: the page was asleep

export class Stage {
  private queue: Beat[] = [] // the first is being played
  private playing = false
  private held = false
  private target: View | null = null // where the last lot leads
  private serial = 0
  private callOff: () => void = () => {}

  constructor(
    private readonly clock: Clock,
    private readonly cards: Cards,
    private readonly show: (scene: Scene) => void,
  ) {}

  /** What has just happened, after all that is still to be shown. */
  take(lot: Lot): void {
    const before = this.target
    this.target = lot.view
    if (lot.events.length === 0 && !lot.deal) return this.retarget(lot.view)
    if (before === null && !lot.deal) return this.skip()
    // One's own card flies at once, and nobody watches a long queue.
    if (before !== null && (this.left() > BEHIND || own(lot))) this.land(before)
    this.queue.push(...beatsOf(before ?? lot.view, lot, this.cards))
    if (!this.playing) this.next()
    else this.tell()
  }

  /** To the present: everything has landed. */
  skip(): void {
    if (this.target !== null) this.land(this.target)
  }
  /** Elsewhere: what was shown is over. */
  jump(view: View): void {
    this.target = view
    this.land(view)
  }
  /** Something else is on; what happens meanwhile waits for it. */
  hold(held: boolean): void {
    this.held = held
    if (!held && !this.playing) this.next()
  }
  close(): void {
    this.callOff()
    this.queue = []
  }

  /** The milliseconds until this lot has landed. */
  rest(lot: Lot): number {
    return total(this.queue.filter((beat) => beat.lot === lot))
  }

  private scene: Scene | null = null
  private tell(beat = this.scene?.beat ?? null, view = this.scene?.view, ms = this.scene?.ms ?? 0): void {
    if (view === undefined) return
    const later = this.queue.slice(this.playing ? 1 : 0)
    const waiting = later.reduce((sum, one) => sum + one.begins, 0)
    this.scene = { view, beat, ms, serial: this.serial, waiting }
    this.show(this.scene)
  }

  private land(view: View): void {
    this.callOff()
    this.queue = []
    this.playing = false
    this.serial += 1
    this.tell(null, view, 0)
  }

  /** The same position with other words around it: it is where the queue leads. */
  private retarget(view: View): void {
    const last = this.queue.at(-1)
    if (last) last.end = view
    else this.land(view)
  }

  private left(): number {
    return this.held ? 0 : total(this.queue)
  }

  private next(): void {
    if (this.held) return this.tell(null, this.scene?.view ?? this.queue[0]?.start)
    let beat = this.queue[0]
    while (beat && beat.ms <= 0) {
      this.queue.shift()
      if (this.queue.length === 0) return this.land(beat.end)
      beat = this.queue[0]
    }
    if (!beat) return
    this.playing = true
    this.serial += 1
    const { lot } = beat
    const behind = total(this.queue.filter((one) => one.lot !== lot))
    const ms = behind > HURRY ? beat.ms / 2 : beat.ms
    this.tell(beat, beat.start, ms)
    const due = this.clock.now() + ms
    this.callOff = this.clock.after(ms, () => this.ended(due))
  }

  private ended(due: number): void {
    const beat = this.queue.shift()
    this.playing = false
    if (!beat || this.queue.length === 0 || this.clock.now() - due > LATE) return this.skip()
    this.next()
  }
}

const total = (beats: readonly Beat[]): number => beats.reduce((sum, beat) => sum + beat.ms, 0)

/** Whether it begins with what the reader did. */
const own = ({ events, view }: Lot): boolean => view.you !== null && events[0]?.player === view.you
