// The parts of the page that come when somebody goes there. What a path asks for is known before anything is here.

export const LOADERS = {
  table: () => import('./pages/TablePage.svelte'),
  tv: () => import('./tv/Television.svelte'),
  invitation: () => import('./pages/Invitation.svelte'),
  replays: () => import('./pages/Replays.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  leaderboard: () => import('./pages/Leaderboard.svelte'),
  scores: () => import('./pages/ScoreSheet.svelte'),
  haggle: () => import('./pages/Haggle.svelte'),
  rules: () => import('./pages/RulesPages.svelte'),
}
export type PageName = keyof typeof LOADERS

/** Whether what a path means (siteMap.ts) is such a part; else it is here from the start. */
export const isLater = (at: string): at is PageName => Object.hasOwn(LOADERS, at)
