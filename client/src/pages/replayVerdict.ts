// Whether the deal of a round was the one that was sealed, in words.

import { t } from '../messages/index.svelte'

export const verdict = (fair: boolean | null): string =>
  t(fair === null ? 'replay.noseed' : fair ? 'replay.fair' : 'replay.unfair')
