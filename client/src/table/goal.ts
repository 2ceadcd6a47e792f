// What a match goes to, read off the rules in force, in words.

import { t } from '../messages/index.svelte'
import type { TableState } from '../net/protocol'

export type Values = Record<string, boolean | number | string>
export interface Goal {
  kind: 'target' | 'limit' | 'rounds'
  points: number
  text: string
}

export function goalOf(values: Values, scoring = ''): Goal {
  const value = (name: string) => Number(values[name] ?? 0)
  if (value('target') > 0)
    return { kind: 'target', points: value('target'), text: t('scores.target', { count: value('target') }) }
  if (value('limit') > 0)
    return { kind: 'limit', points: value('limit'), text: t('scores.limit', { count: value('limit') }) }
  return { kind: 'rounds', points: 0, text: scoring === 'wins' ? t('scores.rounds') : '' }
}

export const isBot = (table: TableState, name: string): boolean =>
  table.seats.some((seat) => seat.name === name && seat.kind === 'bot')

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')
