// How a round or a match ended, in one sentence.

import { listed, t } from '../messages/index.svelte'
import type { TableState, View } from '../net/protocol'

export function endTitle({ phase, standing }: Pick<TableState, 'phase' | 'standing'>, view: View): string {
  if (phase === 'over' && standing) {
    const { losers, winners } = standing
    if (losers.length === 1 && losers[0] === view.you) return t('end.fool.you')
    if (losers.length > 0) return t(losers.length > 1 ? 'end.fools' : 'end.fool', { names: listed(losers) })
    const [first] = winners
    if (winners.length > 1) return t('end.match.shared', { names: listed(winners) })
    if (first !== undefined) return first === view.you ? t('end.match.you') : t('end.match', { name: first })
  }
  if (view.winner === null) return t('end.nobody')
  return view.winner === view.you ? t('end.takes.you') : t('end.takes', { name: view.winner })
}
