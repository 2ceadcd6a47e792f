// How large the parts of the board are, from the room it has: wide, on a phone, on a phone that lies on its side.

import { room } from '../zoom'
import { desk, deskHand, isLow, phoneHand, rowsFor, type Desk, type HandSize } from './layout'

export class Measures {
  // Until it is measured, about what the window has: a phone does not make the wide table first.
  width = $state(room().width - (room().width >= 1100 ? 324 : 0))
  height = $state(room().height - 60)
  handHeight = $state(140)
  private cards: () => number
  private opponents: () => number
  private watched: () => boolean

  beside: boolean = $derived(this.width > 560 && this.width < 1000 && this.height < 430) // a phone on its side
  compact: boolean = $derived(this.width < 860 || this.beside)
  handWidth: number = $derived(
    this.compact
      ? Math.min((this.beside ? this.width * 0.62 : this.width) - 20, 720)
      : this.width - 2 * Math.min(232, this.width * 0.225),
  )
  perRow: number = $derived(this.compact ? (this.beside || this.handWidth > 600 ? 14 : 10) : 24)
  rows: number = $derived.by(() => {
    if (this.watched()) return 0
    return this.compact || this.cards() > 14 ? rowsFor(this.cards(), this.perRow) : 1
  })
  desk: Desk = $derived.by(() => desk(this.width, this.height, this.opponents(), this.rows))
  low: boolean = $derived.by(() => this.compact && isLow(this.height, this.rows))
  hand: HandSize = $derived.by(() =>
    this.compact ? phoneHand(this.width, this.height, this.rows, this.beside) : deskHand(this.desk),
  )

  /** `cards` of the reader's hand; a spectator has none. */
  constructor(cards: () => number, opponents: () => number, watched: () => boolean) {
    this.cards = cards
    this.opponents = opponents
    this.watched = watched
  }
}
