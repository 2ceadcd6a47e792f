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

/** Whether a person sits here under this name; somebody who left, or for whom a bot went on, does not. */
export const isPerson = (table: Pick<TableState, 'seats'>, name: string): boolean =>
  table.seats.some((seat) => seat.name === name && seat.kind === 'person')

/** Confetti is for people: for who won the round, and at the end for who won the match. */
export function celebrates(
  table: Pick<TableState, 'seats' | 'phase' | 'standing'>,
  winner: string | null,
): boolean {
  if (table.phase === 'over') return (table.standing?.winners ?? []).some((name) => isPerson(table, name))
  return winner !== null && isPerson(table, winner)
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')
