// A lot of events as beats: one thing after the other, each with its time and with what the table shows while it
// happens and once it has. Events are applied to what is shown, no rule is judged, and the last beat of a lot always
// lands on the view that the server sent.

import { MOST_CARDS, STAGE_MS, type AnyEvent, type CardsDrawn, type View } from '../net/protocol'

/** What came in one message: the events, and the view they led to. */
export interface Lot {
  events: readonly AnyEvent[]
  view: View
  deal: boolean // a round begins with it
}
/** Not an event of the game, but the first thing that is seen of a round. */
export interface Dealt {
  type: 'deal'
  player: null
}
export type StageEvent = AnyEvent | Dealt

export interface Beat {
  event: StageEvent
  part: number // from 1: draws and deals are shown card by card
  parts: number
  ms: number
  start: View // while it happens
  end: View // when it has landed
  air: ReadonlySet<string> // cards of `start.hand` that are on their way into it, by `heldKeys`
  begins: number // events that begin with it: from now on they stand in the log
  lot: Lot
}

/** What beats have to know about cards. */
export interface Cards {
  suit: (card: string) => string | null // the colour in force once it lies on the pile
  place: (card: string) => number // in a sorted hand
}

const NONE: ReadonlySet<string> = new Set()
const MOST_ROUNDS = 7 // of a deal that are shown

/** The cards of a hand with a key each, which stays the same while the card is held. */
export function heldKeys(hand: readonly string[]): { key: string; card: string }[] {
  const seen = new Map<string, number>()
  return hand.map((card) => {
    const n = seen.get(card) ?? 0
    seen.set(card, n + 1)
    return { key: `${card}#${n}`, card }
  })
}

/** How long one part of an event takes. */
export const beatMs = (type: string): number =>
  type in STAGE_MS ? STAGE_MS[type as keyof typeof STAGE_MS] : 0

/** The beats from what is shown now to where the lot leads. */
export function beatsOf(shown: View, lot: Lot, cards: Cards): Beat[] {
  const planner = new Planner(shown, lot, cards)
  if (lot.deal) planner.deal()
  lot.events.forEach((_, i) => planner.event(i))
  return planner.landed()
}

class Planner {
  private beats: Beat[] = []
  private you: string | null

  constructor(
    private shown: View,
    private readonly lot: Lot,
    private readonly cards: Cards,
  ) {
    this.you = lot.view.you
  }

  landed(): Beat[] {
    const last = this.beats.at(-1)
    if (last) last.end = this.lot.view
    return this.beats
  }

  /** The cards go out, one round after the other, as they were before all that followed. */
  deal(): void {
    const { view, events } = this.lot
    const dealt = undone(view, events, this.cards)
    const hand = dealt.hand
    const most = Math.max(0, ...Object.values(dealt.counts))
    const parts = Math.min(most, MOST_ROUNDS)
    const at = (part: number): View => {
      const share = (count: number) => Math.round((count * part) / Math.max(1, parts))
      const counts = Object.fromEntries(view.players.map((name) => [name, share(dealt.counts[name] ?? 0)]))
      const out = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const all = Object.values(dealt.counts).reduce((sum, count) => sum + count, 0)
      return {
        ...dealt,
        counts,
        hand: hand.slice(0, share(hand.length)),
        draw_pile: dealt.draw_pile + all - out,
      }
    }
    this.shown = at(0)
    for (let part = 1; part <= parts; part++) {
      const [before, after] = [this.shown, at(part)]
      const air = new Set(
        heldKeys(after.hand)
          .slice(before.hand.length)
          .map((one) => one.key),
      )
      const start = { ...before, hand: after.hand, draw_pile: after.draw_pile }
      const event: Dealt = { type: 'deal', player: null }
      this.add(event, start, after, {
        part,
        parts,
        air,
        ms: beatMs('deal') / parts,
        begins: part === 1 ? 1 : 0,
      })
    }
  }

  event(i: number): void {
    const event = this.lot.events[i] as AnyEvent
    if (event.type === 'draw' && event.count > 0) return this.draw(event)
    const [start, end] = this.change(event, i)
    this.add(event, start, end, { ms: event.type.startsWith('dealer') ? 0 : beatMs(event.type) })
  }

  private add(event: StageEvent, start: View, end: View, more: Partial<Beat>): void {
    this.shown = end
    this.beats.push({
      event,
      part: 1,
      parts: 1,
      ms: 0,
      start,
      end,
      air: NONE,
      begins: 1,
      lot: this.lot,
      ...more,
    })
  }

  /** Card by card; the rest comes with the last one that is shown. */
  private draw(event: CardsDrawn): void {
    const parts = Math.min(event.count, MOST_CARDS)
    const name = event.player ?? ''
    for (let part = 1; part <= parts; part++) {
      const from = part - 1
      const to = part === parts ? event.count : part
      const came = name === this.you ? (event.cards ?? []).slice(from, to) : []
      const before = this.shown
      const { hand, air } = received(before.hand, came, this.cards)
      const start = { ...before, hand, draw_pile: Math.max(0, before.draw_pile - (to - from)) }
      const end = { ...start, counts: counted(start, name, to - from) }
      this.add(event, start, end, { part, parts, air, ms: beatMs('draw'), begins: part === 1 ? 1 : 0 })
    }
  }

  /** What an event changes when it begins, and when it has landed. */
  private change(event: AnyEvent, i: number): [start: View, end: View] {
    const { shown } = this
    const name = event.player ?? ''
    switch (event.type) {
      case 'play':
      case 'jump':
      case 'open': {
        const start = { ...shown, hand: this.without(name, event.card), counts: counted(shown, name, -1) }
        const named = 'colour' in event ? event.colour : null
        return [start, this.onPile(start, event.card, named ?? null)]
      }
      case 'turn_up': {
        const start = { ...shown, draw_pile: Math.max(0, shown.draw_pile - 1) }
        return [start, this.onPile(start, event.card, null)]
      }
      case 'put_back': {
        const start = { ...shown, discards: shown.discards.slice(0, -1) }
        return [start, { ...start, draw_pile: start.draw_pile + 1 }]
      }
      case 'name':
        return same({ ...shown, colour: event.colour })
      case 'reverse':
        return same({ ...shown, direction: event.direction })
      case 'owes':
        return same({ ...shown, owed: event.count })
      case 'call':
        return same({ ...shown, called: [...new Set([...shown.called, name])] })
      case 'reshuffle': {
        const end = { ...shown, discards: shown.discards.slice(-1), draw_pile: shown.draw_pile + event.count }
        return [shown, end]
      }
      case 'swap':
        return this.handsMove({ [name]: event.with, [event.with]: name }, i)
      case 'hands_passed':
        return this.handsMove(
          Object.fromEntries(shown.players.map((one, at) => [one, neighbour(shown, at, event.direction)])),
          i,
        )
      default:
        return same(shown)
    }
  }

  private onPile(view: View, card: string, named: string | null): View {
    const colour = named ?? this.cards.suit(card)
    return { ...view, discards: [...view.discards, card], top: card, colour, owed: 0 }
  }

  private without(name: string, card: string): string[] {
    const { hand } = this.shown
    const at = name === this.you ? hand.indexOf(card) : -1
    return at < 0 ? hand : hand.filter((_, i) => i !== at)
  }

  /** Whole hands travel, each to the one that `to` says: while they do, nobody holds them. */
  private handsMove(to: Record<string, string>, i: number): [View, View] {
    const { shown, you } = this
    const left = Object.fromEntries(Object.keys(to).map((name) => [name, 0]))
    const came = Object.fromEntries(Object.entries(to).map(([from, name]) => [name, shown.counts[from] ?? 0]))
    const mine = you !== null && you in to
    const start = { ...shown, hand: mine ? [] : shown.hand, counts: { ...shown.counts, ...left } }
    const hand = mine
      ? (handBefore(this.lot.view.hand, this.lot.events.slice(i + 1), you, this.cards) ?? [])
      : shown.hand
    return [start, { ...start, hand, counts: { ...start.counts, ...came } }]
  }
}

const same = (view: View): [View, View] => [view, view]

const counted = (view: View, name: string, by: number): Record<string, number> =>
  name in view.counts ? { ...view.counts, [name]: Math.max(0, (view.counts[name] ?? 0) + by) } : view.counts

const neighbour = (view: View, at: number, direction: number): string => {
  const n = view.players.length
  return view.players[(at + direction + n) % n] ?? ''
}

/** A hand with the cards that have come, and which of it they are. */
function received(hand: readonly string[], came: readonly string[], cards: Cards) {
  if (came.length === 0) return { hand: [...hand], air: NONE }
  const all = [...hand, ...came].sort((a, b) => cards.place(a) - cards.place(b))
  const left = [...came]
  const air = new Set<string>()
  for (const { key, card } of heldKeys(all).reverse()) {
    const at = left.indexOf(card)
    if (at < 0) continue
    left.splice(at, 1)
    air.add(key)
  }
  return { hand: all, air }
}

/** The reader's hand before these events; null if it can't be known, because it was another one. */
function handBefore(
  hand: readonly string[],
  events: readonly AnyEvent[],
  you: string | null,
  cards: Cards,
): string[] | null {
  let now = [...hand]
  for (const event of [...events].reverse()) {
    if (event.type === 'hands_passed' || (event.type === 'swap' && [event.player, event.with].includes(you)))
      return null
    if (event.player !== you) continue
    if (event.type === 'play' || event.type === 'jump' || event.type === 'open') now.push(event.card)
    if (event.type === 'draw') {
      const drawn = [...(event.cards ?? [])]
      now = now.filter((card) => {
        const at = drawn.indexOf(card)
        if (at >= 0) drawn.splice(at, 1)
        return at < 0
      })
    }
  }
  return now.sort((a, b) => cards.place(a) - cards.place(b))
}

/** The table when its cards were dealt and nothing had happened yet. */
function undone(view: View, events: readonly AnyEvent[], cards: Cards): View {
  const counts = { ...view.counts }
  let draw_pile = view.draw_pile
  let { direction } = view
  for (const event of [...events].reverse()) {
    const name = event.player ?? ''
    if (event.type === 'play' || event.type === 'jump' || event.type === 'open')
      counts[name] = (counts[name] ?? 0) + 1
    else if (event.type === 'turn_up') draw_pile += 1
    else if (event.type === 'put_back') draw_pile -= 1
    else if (event.type === 'reverse') direction = -event.direction
    else if (event.type === 'draw') {
      counts[name] = Math.max(0, (counts[name] ?? 0) - event.count)
      draw_pile += event.count
    }
  }
  return {
    ...view,
    phase: 'play',
    turn: null,
    direction,
    top: '',
    colour: null,
    hand: handBefore(view.hand, events, view.you, cards) ?? [],
    counts,
    draw_pile,
    discards: [],
    drawn: null,
    owed: 0,
    attacker: null,
    called: [],
    catchable: [],
    winner: null,
    reason: null,
    scores: null,
    items: null,
    hands: null,
  }
}
