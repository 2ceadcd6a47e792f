// What `dump.py` writes: positions of matches, as seat 0 sees them.

import type { AnyEvent, Calling, Deck, RulesPage, TableState, View } from '../src/net/protocol'

export interface Scene {
  view: View
  calling: Calling | null
  events: AnyEvent[]
  standing: TableState['standing']
  round: number
  values: RulesPage['values']
  deck: Deck
}
/** By the name of a match, its positions. */
export type Scenes = Record<string, Scene[]>
