// What the server lets this seat do, sorted for buttons and keys; nothing is judged here.

import type { Action, Calling } from '../net/protocol'

export type CallOutcome = Calling['call']

/** A card that can be played; `colour` is what it names, `partner` with whom it swaps hands. */
export interface Play {
  action: Action
  card: string
  colour: string | null
  partner: string | null
  call: boolean
  falseCall: boolean // the server did not offer it with a call: it costs cards
}

export interface Choices {
  plays: Map<string, Play[]> // by card
  draw: boolean
  pass: boolean
  take: boolean
  challenge: boolean
  call: boolean
  callWith: boolean // a call can ride with a play
  names: string[] // colours to name
}

/** Whether the call is off, due now, armed to go with a card, possible, made already, or at rest: it can be pressed. */
export type CallState = 'off' | 'now' | 'armed' | 'ready' | 'said' | 'rest'
export type Drawing = 'draw' | 'pass' | 'take'

export function plays(legal: readonly Action[]): Play[] {
  return legal.flatMap((action) => {
    const { verb, card, colour = null, player: partner = null, call = false } = action
    return (verb === 'play' || verb === 'jump') && card
      ? [{ action, card, colour, partner, call, falseCall: false }]
      : []
  })
}

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
    names: legal.flatMap(({ verb, colour }) => (verb === 'name' && colour ? [colour] : [])),
  }
}

/** The ways to play a card, with the call or without it. `outcome`: what comes of a call that was not offered. */
export function ways(all: Choices, card: string, call: boolean, outcome: CallOutcome = 'ignored'): Play[] {
  const found = all.plays.get(card) ?? []
  const plain = found.filter((one) => !one.call)
  if (!call) return plain
  const called = (one: Play) =>
    found.find((other) => other.call && other.colour === one.colour && other.partner === one.partner)
  return plain.map((one) => called(one) ?? (outcome === 'false' ? withFalseCall(one) : one))
}
const withFalseCall = (one: Play): Play => ({
  ...one,
  action: { ...one.action, call: true },
  call: true,
  falseCall: true,
})
