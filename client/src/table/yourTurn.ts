import type { View } from '../net/protocol'

export const yourTurn = (view: View): boolean =>
  view.you !== null && view.turn === view.you && view.phase !== 'over'
