// What the reader is about to do: the marked card, the call that goes with it, a wild that waits for its colour.
// It offers what the server listed and sends the chosen action; mouse, finger and keys all end here.

import { tick } from 'svelte'
import { suitLetters } from '../deck.svelte'
import { t } from '../messages/index.svelte'
import type { Action, Calling, Reasons, View } from '../net/protocol'
import { Accusing } from './accusing'
import { choices, ways, type CallState, type Choices, type Drawing, type Play } from './actions'
import { heldKeys } from './beats'
import { keyAction, typing, type KeyAction } from './keys'
import type { Point } from './layout'
import { whyNot, yourTurn } from './turnText'

/** What it reads of the board, and what it may ask of it. */
export interface Around {
  readonly view: View // the newest: what can be done
  readonly hand: readonly string[] // what is shown of it
  readonly settled: boolean // all that happened has been shown
  readonly why: Reasons | null // what can't be done
  readonly locked: boolean
  readonly passing: boolean // a pass waits for its time
  readonly calls: boolean // whether the last card is called in this rulebook
  readonly calling: Calling | null // what a call or a catch would mean; null for spectators
  readonly warned: () => boolean // the reader was told what a false call costs
  readonly onact: (action: Action) => void
  readonly onhurry: () => void // who acts does not wait for what is still to be shown
}
interface HandPart {
  focus: () => void
  focused: () => boolean
  above: (index: number) => Point | null
}
/** Why what was pressed can't be done; `of` is the key of the card (with a #), or the button. */
export interface Told {
  serial: number
  of: string
  text: string
}
const TOLD_MS = 5000

let serials = 0
const possible = (of: Choices): Drawing | null =>
  of.draw ? 'draw' : of.pass ? 'pass' : of.take ? 'take' : null

export class Choosing {
  private around: () => Around
  hand: HandPart | undefined = $state()
  chosen = $state('') // the key of the marked card
  armed = $state(false) // the next card goes with a call
  asked: string | null = $state(null) // a card waits for its colour or partner
  onlyFits = $state(false)
  falseCall: Action | null = $state.raw(null) // waits for a yes, after saying what it costs
  private accusing = new Accusing()
  private said: Told | null = $state.raw(null)
  // Whether keys are in use: they may be, until a pointer was; a finger has no keys.
  private byKeys = matchMedia('(hover: hover)').matches
  private lastPlace = 0

  offered: Choices = $derived.by(() => choices(this.around().view.legal))
  all: Choices = $derived.by(() => {
    const { locked, passing, view } = this.around()
    const left = passing ? view.legal.filter(({ verb }) => verb === 'call' || verb === 'catch') : view.legal
    return choices(locked ? [] : left)
  })
  yours: boolean = $derived.by(() => yourTurn(this.around().view))

  held = $derived.by(() => heldKeys(this.around().hand))
  shown = $derived.by(() =>
    this.onlyFits && this.offered.plays.size > 0 ? this.held.filter((one) => this.fits(one.card)) : this.held,
  )
  selected: number = $derived.by(() => this.shown.findIndex((one) => one.key === this.chosen))

  /** The reason, as long as it is one. */
  told: Told | null = $derived.by(() => {
    const { said } = this
    if (said === null) return null
    if (said.of === 'draw') return this.drawing === null ? said : null
    if (said.of === 'call') return said
    return this.shown.some((one) => one.key === said.of) && !this.fitting(said.of) ? said : null
  })

  options: Play[] = $derived.by(() => (this.asked === null ? [] : this.ways(this.asked)))
  naming: boolean = $derived.by(() => this.all.names.length > 0 && this.around().settled)
  picking: boolean = $derived.by(() => this.asked !== null || this.naming)

  drawing: Drawing | null = $derived.by(() => possible(this.all))
  drawWord: Drawing = $derived.by(
    () => possible(this.offered) ?? (this.around().view.phase === 'drawn' && this.yours ? 'pass' : 'draw'),
  )
  private onlyPass: boolean = $derived.by(() => this.drawing === 'pass' && this.offered.plays.size === 0)
  calling: CallState = $derived.by(() => {
    const { view, calls } = this.around()
    if (!calls) return 'off'
    if (this.offered.call) return 'now'
    if (this.armed) return 'armed'
    if (this.offered.callWith) return 'ready'
    return view.called.includes(view.you ?? '') ? 'said' : 'rest'
  })

  /** Make it while a component is set up. */
  constructor(around: () => Around) {
    this.around = around
    // Who plays by keys keeps the place in the hand: the neighbour of a card that went is selected, and has the focus.
    $effect(() => {
      if (this.selected >= 0) this.lastPlace = this.selected
      else if (this.byKeys && this.chosen !== '' && this.shown.length > 0) {
        this.select(Math.min(this.lastPlace, this.shown.length - 1))
        if (document.activeElement === document.body) this.focusSoon() // never out of a field
      }
    })
    // Enter plays the marked card from the first turn on (F12), and the drawn card after a draw.
    let asking = ''
    $effect(() => {
      const { turns, phase, drawn } = this.around().view
      const now = this.yours ? `${turns} ${phase}` : ''
      if (now === asking) return
      asking = now
      if (now !== '' && this.byKeys && (this.selected < 0 || drawn !== null)) this.markFitting(drawn)
    })
    $effect(() => {
      if (this.said === null) return
      const timer = setTimeout(() => (this.said = null), TOLD_MS)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      if (!this.offered.callWith) this.armed = false
    })
    $effect(() => {
      if (this.asked !== null && !this.offered.plays.has(this.asked)) this.asked = null
    })
    $effect(() => {
      if (this.around().view.phase === 'over') this.falseCall = null
    })
  }

  fits = (card: string): boolean => this.offered.plays.has(card)
  private fitting = (key: string): boolean => this.shown.some((one) => one.key === key && this.fits(one.card))
  pointed = (): void => {
    this.byKeys = false
    this.said = null
  }
  private tell(of: string, text: string): void {
    this.said = { serial: (serials += 1), of, text }
  }
  private ways(card: string): Play[] {
    return ways(this.all, card, this.armed, this.around().calling?.with_play)
  }
  private play(one: Play): void {
    if (one.falseCall) this.tryFalseCall(one.action)
    else this.act(one.action)
  }
  private focusSoon(): void {
    void tick().then(() => this.hand?.focus())
  }

  select = (index: number): void => {
    this.chosen = this.shown[index]?.key ?? ''
  }

  /** Mark the first card that can be played, or this one if it can. */
  private markFitting(card: string | null = null): void {
    const found = this.shown.findIndex((one) => this.fits(one.card) && (card === null || one.card === card))
    if (found < 0) return
    this.select(found)
    if (this.hand?.focused()) this.focusSoon()
  }

  playCard = (index: number): void => {
    const one = this.shown[index]
    if (!one) return
    this.around().onhurry()
    const { view, why, locked } = this.around()
    this.chosen = one.key
    if (locked) return this.tell(one.key, t('why.waiting'))
    const found = this.ways(one.card)
    if (found.length === 0) return this.tell(one.key, whyNot(view, why, one.card))
    if (found.length === 1 && found[0]) return this.play(found[0])
    this.asked = one.card
  }

  picked = (value: string): void => {
    if (this.naming) return this.act({ verb: 'name', colour: value })
    const found = this.options.find((one) => (one.colour ?? one.partner) === value)
    this.asked = null
    if (found) this.play(found)
    this.focusSoon()
  }
  takeBack = (): void => {
    this.asked = null
    this.focusSoon()
  }

  act = (action: Action): void => {
    this.armed = false
    this.asked = null
    this.around().onhurry()
    this.around().onact(action)
  }
  draw = (): void => {
    this.around().onhurry()
    const { view, why, locked } = this.around()
    if (this.drawing) this.act({ verb: this.drawing })
    else this.tell('draw', locked ? t('why.waiting') : whyNot(view, why, null))
  }
  call = (): void => {
    const { view, locked, calling } = this.around()
    const alone: Action = { verb: 'call' }
    if (calling === null || view.phase === 'over') return
    if (locked) return this.tell('call', t('why.waiting'))
    if (this.all.callWith && !this.all.call) this.armed = !this.armed
    else if (calling.call === 'false') this.tryFalseCall(alone)
    else if (calling.call === 'ignored')
      this.tell('call', t(this.calling === 'said' ? 'one.already' : 'one.late'))
    else this.act(alone) // a refusal comes with the server's words
  }
  /** A false call is made at once, except the first time in a match. */
  private tryFalseCall(action: Action): void {
    const { calling, warned } = this.around()
    if (warned() || calling?.false_call_penalty === 0) this.act(action)
    else this.falseCall = action
  }
  /** The answer to what it costs. */
  answer = (yes: boolean): void => {
    const action = this.falseCall
    this.falseCall = null
    this.armed = false
    if (yes && action) this.act(action)
  }
  catchCost: number = $derived.by(() => this.around().calling?.false_catch_penalty ?? 0)
  catchPlayer = (player: string): void => {
    if (!this.around().locked && this.accusing.accuse(player)) this.act({ verb: 'catch', player })
  }
  catchNext = (): void => {
    const next = this.accusing.next(this.around().calling?.accusable ?? [])
    if (next !== null) this.catchPlayer(next)
  }

  // ---- keys --------------------------------------------------------------------------------------------------

  key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || typing(event.target) || document.querySelector('dialog[open]')) return
    const what = keyAction(event)
    const onButton =
      event.target instanceof HTMLElement &&
      event.target.closest('button, a') !== null &&
      !this.hand?.focused()
    if (!what || this.around().view.phase === 'over') return
    this.said = null
    if (what.do === 'call') return this.call()
    if (what.do === 'catch') return this.catchNext()
    // The picker and buttons have keys of their own.
    if (this.picking || (onButton && (what.do === 'play' || what.do === 'draw'))) return
    this.byKeys = true
    if (this.run(what)) event.preventDefault()
  }
  private run(what: KeyAction): boolean {
    if (what.do === 'step') this.step(what.by)
    else if (what.do === 'edge') this.moveTo(what.end === 'first' ? 0 : this.shown.length - 1)
    else if (what.do === 'play' && this.onlyPass)
      this.draw() // Enter does what is left to do
    else if (what.do === 'play' && this.selected < 0) this.markFitting()
    else if (what.do === 'play') this.playCard(this.selected)
    else if (what.do === 'draw') this.draw()
    else if (what.do === 'choose') this.number(what.index)
    else if (what.do === 'back') {
      this.armed = false
      this.onlyFits = false
    } else return false
    return true
  }
  /** A number key with a wild selected: play it and name that colour at once. */
  private number(index: number): void {
    const card = this.shown[this.selected]?.card
    if (card === undefined || this.around().locked) return
    const named = this.ways(card).filter((way) => way.colour !== null)
    const order = suitLetters().filter((letter) => named.some((way) => way.colour === letter))
    const found = named.find((way) => way.colour === order[index])
    if (found) this.play(found)
  }
  private step(by: number): void {
    const { selected, shown } = this
    const from = selected < 0 ? (by > 0 ? -1 : 0) : selected
    if (shown.length > 0) this.moveTo((from + by + shown.length) % shown.length)
  }
  private moveTo(index: number): void {
    this.select(index)
    this.focusSoon()
  }
}
