// What both forms of the board are made of: the one on a phone and the one on a desktop.

import type { Snippet } from 'svelte'
import type { View } from '../net/protocol'
import type { Choosing } from './choosing.svelte'
import type { Measures } from './measures.svelte'
import type { Player } from './players'

/** The board is made in so many parts, and none moves one before it: players, hand, buttons, words, piles; then it is
 * there. */
export const BOARD_PARTS = 6

export interface TableParts {
  made: number // of the parts
  view: View
  me: Player | undefined
  others: Player[]
  at: Measures
  turning: boolean // the direction is
  choosing: Choosing
  head: string
  under: string
  move: Snippet // the line of the last move
  hint: string | null
  onhint: () => void
  hand: Snippet
  actions: Snippet
}
