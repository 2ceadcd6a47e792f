// The stage of a table in the page: fed by the session, with the browser's clock, and with what stays to be seen for
// a moment at the seats and above the hand.

import { untrack } from 'svelte'
import { cardOf, deckCards } from '../deck.svelte'
import type { View } from '../net/protocol'
import type { Fresh, TableSession } from '../net/session.svelte'
import { hum, play as sound } from '../sound.svelte'
import { bannerOf, bannerStarts, signOf, type Banner, type Sign } from './consequences'
import type { Beat, Lot } from './beats'
import type { Gain } from './players'
import { Stage, type Scene } from './stage'

const LINGER = 1500 // milliseconds that a sign stays at its seat
const CALL = 2500 // that a call is seen
const REVEAL = 5000 // how long a challenged hand can be looked at
const BANNER = { least: 2400, after: 1200 } // how long a banner stays: at least, and after its lot

/** A hand that was challenged, as the challenger alone sees it. */
export interface Revealed {
  player: string
  hand: readonly string[]
  guilty: boolean
}

export class Staging {
  scene: Scene | null = $state.raw(null)
  gained: Readonly<Record<string, Gain>> = $state.raw({}) // cards that have just come, by player
  signs: Readonly<Record<string, Sign & { serial: number }>> = $state.raw({})
  called: Readonly<Record<string, true>> = $state.raw({}) // just now: no longer than a call is heard (C8)
  banner: (Banner & { serial: number }) | null = $state.raw(null)
  reveal: Revealed | null = $state.raw(null)
  private live: () => View | null
  private seen = -1
  private announced: Lot | null = null
  private timers = new Map<string, ReturnType<typeof setTimeout>>()
  private places = new Map<string, number>()

  private stage = new Stage(
    {
      now: () => performance.now(),
      after: (ms, then) => {
        const timer = setTimeout(then, ms)
        return () => clearTimeout(timer)
      },
    },
    { suit: suitOf, place: (card) => this.places.get(card) ?? 0 },
    (scene) => this.show(scene),
  )

  /** What the table shows. What can be done is always what the server said last. */
  view: View | null = $derived.by(() => {
    const live = this.live()
    const shown = this.scene?.view ?? live
    return shown === null || live === null || shown === live ? live : { ...shown, legal: live.legal }
  })
  settled: boolean = $derived(this.scene === null || (this.scene.beat === null && this.scene.waiting === 0))
  waiting: number = $derived(this.scene?.waiting ?? 0)

  /** Make it while a component is set up. */
  constructor(session: () => TableSession) {
    this.live = () => session().table?.view ?? null
    $effect.pre(() => {
      this.places = new Map([...deckCards().keys()].map((card, i) => [card, i]))
    })
    $effect.pre(() => {
      const view = this.live()
      const { fresh } = session()
      untrack(() => this.take(fresh, view))
    })
    $effect(() => {
      const away = () => {
        if (document.hidden) this.skip()
      }
      document.addEventListener('visibilitychange', away)
      return () => {
        document.removeEventListener('visibilitychange', away)
        this.stage.close()
        for (const timer of this.timers.values()) clearTimeout(timer)
      }
    })
  }

  /** To the present, because somebody acts or nobody watches. */
  skip = (): void => this.stage.skip()
  /** The revealed hand is hidden again. */
  cover = (): void => {
    this.reveal = null
  }
  /** While something else is on (the draw for dealer), what happens waits. */
  hold(held: boolean): void {
    this.stage.hold(held)
  }

  private take(fresh: Fresh, view: View | null): void {
    const news = fresh.serial !== this.seen
    this.seen = fresh.serial
    if (view === null) {
      this.stage.close()
      this.scene = null
    } else if (this.scene === null && !(news && fresh.deal)) this.stage.jump(view)
    else if ((news && fresh.jump) || document.hidden) this.stage.jump(view)
    else this.stage.take({ events: news ? fresh.events : [], deal: news && fresh.deal, view })
  }

  private show(scene: Scene): void {
    const before = this.scene
    this.scene = scene
    if (before?.serial === scene.serial) return
    if (before?.beat) landed(before.beat)
    if (scene.beat) this.begins(scene.beat, scene.serial)
  }

  private begins(beat: Beat, serial: number): void {
    const { event } = beat
    if (event.type === 'draw') {
      const name = event.player ?? ''
      const count = beat.part === beat.parts ? event.count : beat.part
      this.gained = { ...this.gained, [name]: { count, serial } }
      this.later(`+${name}`, LINGER, () => (this.gained = without(this.gained, name)))
    }
    const sign = signOf(event)
    if (sign) {
      this.signs = { ...this.signs, [sign.player]: { ...sign, serial } }
      this.later(sign.player, LINGER, () => (this.signs = without(this.signs, sign.player)))
    }
    if (event.type === 'challenge' && event.hand) {
      this.reveal = { player: event.against, hand: event.hand, guilty: event.guilty }
      this.later('reveal', REVEAL, this.cover)
    }
    if (event.type === 'call') {
      const name = event.player ?? ''
      this.called = { ...this.called, [name]: true }
      this.later(`!${name}`, CALL, () => (this.called = without(this.called, name)))
    }
    if (event.type === 'call' || event.type === 'catch' || event.type === 'reverse') sound(event.type)
    this.announce(beat, serial)
  }

  /** Once for a lot, when that begins to happen which it is about. */
  private announce({ event, lot }: Beat, serial: number): void {
    if (this.announced === lot || !bannerStarts(event, lot)) return
    const banner = bannerOf(lot)
    this.announced = lot
    if (!banner) return
    this.banner = { ...banner, serial }
    const rest = this.stage.rest(lot)
    this.later('banner', Math.max(BANNER.least, rest + BANNER.after), () => (this.banner = null))
    if (banner.kind === 'hit') {
      sound('hit')
      hum()
    }
  }

  private later(what: string, ms: number, then: () => void): void {
    clearTimeout(this.timers.get(what))
    this.timers.set(what, setTimeout(then, ms))
  }
}

const suitOf = (card: string): string | null => {
  const found = cardOf(card)
  return found === undefined || (found.wild && found.suit === null) ? null : found.suit
}

function landed({ event }: Beat): void {
  if (event.type === 'play' || event.type === 'jump' || event.type === 'open' || event.type === 'turn_up')
    sound('card')
  else if (event.type === 'draw' || event.type === 'deal') sound('draw')
}

function without<T>(from: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))
}
