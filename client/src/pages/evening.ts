// An evening with real cards, as this browser keeps it: players, the goal, the rounds as people reported them.

import type { ReportedRound } from '../net/protocol'

export interface Evening {
  players: string[]
  rounds: ReportedRound[]
  set: Record<string, number>
}
/** A round that is being told. */
export interface Draft {
  hands: Record<string, string>
  out: string
  uncalled: boolean
  blocked: boolean
  replenished: Record<string, number>
}

export const fresh = (players: string[] = ['', '', ''], set: Record<string, number> = {}): Evening => ({
  players,
  rounds: [],
  set,
})
export const blank = (): Draft => ({ hands: {}, out: '', uncalled: false, blocked: false, replenished: {} })

/** What was kept, or a new evening if that can't be read. */
export function restored(text: string | null): Evening {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Evening> | null
    if (found && Array.isArray(found.players) && Array.isArray(found.rounds))
      return { players: found.players.map(String), rounds: found.rounds, set: found.set ?? {} }
  } catch {
    /* a new one */
  }
  return fresh()
}

export const cardsOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((card) => card.toUpperCase())

/** The round as the server wants it; what does not apply is left out. */
export function told(draft: Draft, names: string[]): ReportedRound {
  const round: ReportedRound = {
    hands: Object.fromEntries(names.map((name) => [name, cardsOf(draft.hands[name] ?? '').join(',')])),
  }
  const charged = Object.fromEntries(
    Object.entries(draft.replenished).filter(([name, points]) => points > 0 && names.includes(name)),
  )
  if (draft.out.trim() !== '' && !draft.blocked) round.out = draft.out.trim().toUpperCase()
  if (draft.uncalled && !draft.blocked) round.uncalled = true
  if (draft.blocked) round.blocked = true
  if (Object.keys(charged).length > 0) round.replenished = charged
  return round
}

/** The number a match goes to, by the name of its option. */
export const goalOption = (
  values: Record<string, boolean | number | string>,
): 'target' | 'limit' | 'rounds' =>
  Number(values['target'] ?? 0) > 0 ? 'target' : Number(values['limit'] ?? 0) > 0 ? 'limit' : 'rounds'
