// What the server lets this seat do, sorted for buttons and keys. Actions are written as N3 in docs/rules.md says;
// nothing is judged here.

export interface Play {
  text: string
  jump: boolean
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
  any: boolean
}

function play(text: string, players: readonly string[]): Play {
  const [verb, card = '', ...rest] = text.split(' ')
  let tail = rest.join(' ')
  const swaps = tail.startsWith('with ')
  const bare = swaps && players.includes(tail.slice(5)) // a name may end in "call"
  const call = !bare && (tail === 'call' || tail.endsWith(' call'))
  if (call) tail = tail.slice(0, -4).trimEnd()
  return {
    text,
    jump: verb === 'jump',
    card,
    colour: swaps || tail === '' ? null : tail,
    partner: swaps ? tail.slice(5) : null,
    call,
  }
}

export function choices(legal: readonly string[], players: readonly string[]): Choices {
  const plays = new Map<string, Play[]>()
  for (const text of legal) {
    if (!text.startsWith('play ') && !text.startsWith('jump ')) continue
    const one = play(text, players)
    plays.set(one.card, [...(plays.get(one.card) ?? []), one])
  }
  const after = (verb: string) =>
    legal.filter((text) => text.startsWith(`${verb} `)).map((text) => text.slice(verb.length + 1))
  return {
    plays,
    draw: legal.includes('draw'),
    pass: legal.includes('pass'),
    take: legal.includes('take'),
    challenge: legal.includes('challenge'),
    call: legal.includes('call'),
    callWith: [...plays.values()].some((some) => some.some((one) => one.call)),
    catches: after('catch'),
    names: after('name'),
    any: legal.length > 0,
  }
}

/** The ways to play a card, with the call or without it where both are offered. */
export function ways(all: Choices, card: string, call: boolean): Play[] {
  const found = all.plays.get(card) ?? []
  const wanted = found.filter((one) => one.call === call)
  return wanted.length > 0 ? wanted : found.filter((one) => !one.call)
}
