// What rules are called: the bundled ones in the reader's language, others as their authors do.

import { t, word } from './messages/index.svelte'

/** Rules that somebody brought have an id of the server's, not a name. */
export const isOwn = (rules: string): boolean => rules.startsWith('own-')

export function rulesTitle(rules: string, title = ''): string {
  if (!isOwn(rules)) return word('game.title', rules, title === '' ? rules : title)
  return title === '' ? t('own.title') : t('own.named', { title })
}
