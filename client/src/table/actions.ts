// What the server lets this seat do, sorted for buttons and keys; nothing is judged here.

import type { Action } from '../net/protocol'

/** A card that can be played; `colour` is what it names, `partner` with whom it swaps hands. */
export interface Play {
  action: Action
  card: string
  colour: string | null
  partner: string | null
  call: boolean
}

export interface Choices {
  plays: Map<string, Play[]> // by card
  draw: boolean
  pass: boolean
  take: boolean
  challenge: boolean
  call: boolean
  callWith: boolean // a call can ride with a play
  catches: string[]
  names: string[] // colours to name
}

/** Whether the call is off, due now, armed to go with a card, possible, made already, or at rest. */
export type Calling = 'off' | 'now' | 'armed' | 'ready' | 'said' | 'rest'
export type Drawing = 'draw' | 'pass' | 'take'

export function plays(legal: readonly Action[]): Play[] {
  return legal.flatMap((action) => {
    const { verb, card, colour = null, player: partner = null, call = false } = action
    return (verb === 'play' || verb === 'jump') && card ? [{ action, card, colour, partner, call }] : []
  })
}
export const catchable = (legal: readonly Action[]): string[] =>
  legal.flatMap(({ verb, player }) => (verb === 'catch' && player ? [player] : []))

export function choices(legal: readonly Action[]): Choices {
  const byCard = new Map<string, Play[]>()
  for (const one of plays(legal)) byCard.set(one.card, [...(byCard.get(one.card) ?? []), one])
  const offers = (verb: Action['verb']) => legal.some((action) => action.verb === verb)
  return {
    plays: byCard,
    draw: offers('draw'),
    pass: offers('pass'),
    take: offers('take'),
    challenge: offers('challenge'),
    call: offers('call'),
    callWith: plays(legal).some((one) => one.call),
    catches: catchable(legal),
    names: legal.flatMap(({ verb, colour }) => (verb === 'name' && colour ? [colour] : [])),
  }
}

/** The ways to play a card, with the call or without it where both are offered. */
export function ways(all: Choices, card: string, call: boolean): Play[] {
  const found = all.plays.get(card) ?? []
  const wanted = found.filter((one) => one.call === call)
  return wanted.length > 0 ? wanted : found.filter((one) => !one.call)
}
