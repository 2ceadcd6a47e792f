// Somebody at the table has another name: what the page remembers of the game is told under it too, as the server does.

import type { AnyEvent, TableEvent } from './protocol'

const NAMES = new Set([
  'player',
  'players',
  'with',
  'first',
  'caught',
  'accused',
  'against',
  'scores',
  'hands',
])

/** The events so far under the names of now; `news` say who is called otherwise. */
export function renamed(events: readonly TableEvent[], news: readonly TableEvent[]): TableEvent[] {
  const names = new Map(news.flatMap((one) => (one.type === 'renamed' ? [[one.old, one.name] as const] : [])))
  if (names.size === 0) return [...events]
  return events.map((one) => (one.type === 'game' ? { ...one, event: under(names, one.event) } : one))
}

function under(names: ReadonlyMap<string, string>, event: AnyEvent): AnyEvent {
  const name = (old: string) => names.get(old) ?? old
  const changed = Object.entries(event).map(([field, value]: [string, unknown]): [string, unknown] => {
    if (!NAMES.has(field) || value === null) return [field, value]
    if (typeof value === 'string') return [field, name(value)]
    if (Array.isArray(value)) return [field, value.map((one) => name(String(one)))]
    return [field, Object.fromEntries(Object.entries(value as object).map(([old, its]) => [name(old), its]))]
  })
  return Object.fromEntries(changed) as unknown as AnyEvent
}
