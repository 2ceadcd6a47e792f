// Which page a path means; the server's `site_map` gives the same ones a status.

import { codeOf } from '../tableCode'

/** What was looked for and is not there. */
export type Missing = 'page' | 'table' | 'replay' | 'rules'
export type Page =
  | { at: 'lobby' | 'replays' | 'leaderboard' | 'haggle' | 'unknown' }
  | { at: 'table' | 'tv'; code: string }
  | { at: 'replay'; game: string | null }
  | { at: 'scores' | 'rules'; rules: string | null }

export function pageOf(path: string): Page {
  const [name, id, ...more] = path.split('/').filter(Boolean)
  if (more.length > 0)
    return name === 't' && more.join('/') === 'tv' ? { at: 'tv', code: codeOf(id ?? '') } : { at: 'unknown' }
  switch (name) {
    case undefined:
      return { at: 'lobby' }
    case 't':
      return id === undefined ? { at: 'unknown' } : { at: 'table', code: codeOf(id) }
    case 'replay':
      return { at: 'replay', game: id ?? null }
    case 'scores':
    case 'rules':
      return { at: name, rules: id ?? null }
    case 'replays':
    case 'leaderboard':
    case 'haggle':
      return { at: id === undefined ? name : 'unknown' }
    default:
      return { at: 'unknown' }
  }
}
