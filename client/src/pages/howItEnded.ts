// How far a match in the history went, in words: to its end, until it was left, or until now.

import { t } from '../messages/index.svelte'
import type { GameInfo } from '../net/protocol'

/** `person` is the reader, who may have left a match that others finished. */
export function howItEnded(game: Pick<GameInfo, 'rounds' | 'state' | 'left'>, person: string | null): string {
  const own = game.left.find((one) => one.person === person)
  if (own) return t('replays.left.you', { count: own.rounds })
  if (game.state === 'left') return t('replays.left', { count: game.rounds })
  return game.state === 'playing'
    ? t('replays.playing', { count: game.rounds })
    : t('replays.rounds', { count: game.rounds })
}
