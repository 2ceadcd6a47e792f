// What the points of a round are made of, in words: the server's items, never a sum of our own.

import { t } from '../messages/index.svelte'

export type Items = Record<string, number>

/** How points by rank came about (L4): `300 − 20, divided by 3`; null where points are a plain sum. */
export function divided(items: Items | undefined): string | null {
  const { base, cards, lost, divisor } = items ?? {}
  if (base === undefined || cards === undefined || lost === undefined || divisor === undefined) return null
  const sum = lost === 0 ? String(base) : `${base} ${lost > 0 ? '−' : '+'} ${Math.abs(lost)}`
  return cards > lost
    ? t('points.ranked.most', { sum, players: divisor, cards, lost })
    : t('points.ranked', { sum, players: divisor })
}

/** What points that are a plain sum are made of (F11), without what is 0. */
export const summands = (items: Items | undefined): [string, number][] =>
  divided(items) === null ? Object.entries(items ?? {}).filter(([, value]) => value !== 0) : []
