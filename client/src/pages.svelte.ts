// The parts of the page that are loaded when they are wanted, as the page sees them: here, coming, or not to be had.

import { LOADERS } from './loaders'
import { allTexts } from './messages/index.svelte'

/** A component that is loaded when it is wanted, with all the words that it may need. */
export class Later<T> {
  component: T | null = $state.raw(null)
  failed = $state(false)
  private coming: Promise<boolean> | null = null
  constructor(
    private readonly load: () => Promise<{ default: T }>,
    private readonly words: () => Promise<void> = allTexts,
  ) {}

  /** Have it loaded; the answer is whether it is here. What has failed is tried again. */
  want(): Promise<boolean> {
    this.coming ??= Promise.all([this.load(), this.words()]).then(
      ([module]) => {
        this.component = module.default
        this.failed = false
        return true
      },
      () => {
        this.coming = null
        this.failed = true
        return false
      },
    )
    return this.coming
  }
}

export const PAGES = {
  table: new Later(LOADERS.table),
  tv: new Later(LOADERS.tv),
  invitation: new Later(LOADERS.invitation),
  replays: new Later(LOADERS.replays),
  replay: new Later(LOADERS.replay),
  leaderboard: new Later(LOADERS.leaderboard),
  scores: new Later(LOADERS.scores),
  haggle: new Later(LOADERS.haggle),
  rules: new Later(LOADERS.rules),
}

/** What people choose their face from. */
export const faceChooser = new Later(() => import('./parts/FaceChooser.svelte'))

/** How the cards look. */
export const cardThemes = new Later(() => import('./pages/CardThemes.svelte'))

/** The drawings of the cards: no page waits for them, and cards keep their places without. */
export const drawings = new Later(
  () => import('./parts/Sprite.svelte'),
  () => Promise.resolve(),
)
