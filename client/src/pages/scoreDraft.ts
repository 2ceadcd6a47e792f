// The score sheet of a match with real cards, as this browser keeps it: players, the goal, the rounds entered so far.

import type { ReportedRound } from '../net/protocol'

export interface ScoreDraft {
  players: string[]
  rounds: ReportedRound[]
  set: Record<string, number>
}
/** The round that is being entered. */
export interface RoundDraft {
  hands: Record<string, string>
  out: string
  uncalled: boolean
  blocked: boolean
  replenished: Record<string, number>
}

// Browsers keep drafts under this name since the first version.
export const storageKey = (rules: string): string => `evening.${rules}`

export const newDraft = (players: string[] = ['', '', ''], set: Record<string, number> = {}): ScoreDraft => ({
  players,
  rounds: [],
  set,
})
export const emptyRound = (): RoundDraft => ({
  hands: {},
  out: '',
  uncalled: false,
  blocked: false,
  replenished: {},
})

/** What was kept, or a new draft if that can't be read. */
export function restoreDraft(text: string | null): ScoreDraft {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<ScoreDraft> | null
    if (found && Array.isArray(found.players) && Array.isArray(found.rounds))
      return { players: found.players.map(String), rounds: found.rounds, set: found.set ?? {} }
  } catch {
    /* a new one */
  }
  return newDraft()
}

export const cardsOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((card) => card.toUpperCase())

/** The round as the server wants it; what does not apply is left out. */
export function roundOf(entry: RoundDraft, names: string[]): ReportedRound {
  const round: ReportedRound = {
    hands: Object.fromEntries(names.map((name) => [name, cardsOf(entry.hands[name] ?? '').join(',')])),
  }
  const charged = Object.fromEntries(
    Object.entries(entry.replenished).filter(([name, points]) => points > 0 && names.includes(name)),
  )
  if (entry.out.trim() !== '' && !entry.blocked) round.out = entry.out.trim().toUpperCase()
  if (entry.uncalled && !entry.blocked) round.uncalled = true
  if (entry.blocked) round.blocked = true
  if (Object.keys(charged).length > 0) round.replenished = charged
  return round
}

/** The number a match goes to, by the name of its option. */
export const goalOption = (
  values: Record<string, boolean | number | string>,
): 'target' | 'limit' | 'rounds' =>
  Number(values['target'] ?? 0) > 0 ? 'target' : Number(values['limit'] ?? 0) > 0 ? 'limit' : 'rounds'
