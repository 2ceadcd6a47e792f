// Events as sentences: pieces for the log, plain text for the live region.

import { apart, has, pieces, t, type Key, type Piece } from '../messages/index.svelte'
import { rulesTitle } from '../rulesTitle'
import type { Seen, TableEvent } from '../net/protocol'
import { cardName, colourName } from './names'

/** Part of a sentence: text, a player's name, a card. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'name'; text: string }
  | { kind: 'card'; card: string; chosen: string | null; form: string }
export type Sentence = Part[]

function key(seen: Seen, mine: boolean): Key {
  let name = `event.${seen.type}`
  if (seen.type === 'play' && seen.colour) name = 'event.play.named'
  else if (seen.type === 'play' && seen.with) name = 'event.play.with'
  else if (seen.type === 'challenge') name += seen.guilty ? '.guilty' : '.innocent'
  else if (seen.type === 'round_over' && !seen.player) name += '.nobody'
  else if (seen.type === 'draw') name = drawKey(seen)
  if (mine && has(`${name}.you`)) name += '.you'
  return has(name) ? name : 'event.no_effect'
}

function drawKey(seen: Seen): string {
  if (!seen.count) return 'event.draw.none'
  if (seen.why && seen.why !== 'choice') return `event.draw.${seen.why}`
  return seen.cards?.length ? 'event.draw.seen' : 'event.draw'
}

/** `kept`: the drawn card was not played. */
export function sentence(seen: Seen, you: string | null, kept = false): Sentence {
  const mine = seen.player !== null && seen.player === you
  let found = key(seen, mine)
  if (seen.type === 'catch' && seen.caught === you && you !== null) found = 'event.catch.at.you'
  if (kept && has(`${found}.kept`)) found = `${found}.kept` as Key
  const count = seen.count ?? seen.points ?? 0
  const fill = (piece: Piece): Part[] => {
    if ('text' in piece) return [{ kind: 'text', text: piece.text }]
    if (piece.place === 'card' && seen.card)
      return [{ kind: 'card', card: seen.card, chosen: seen.colour ?? null, form: piece.form }]
    if (piece.place === 'cards')
      return (seen.cards ?? []).map((card) => ({ kind: 'card', card, chosen: null, form: piece.form }))
    if (piece.place === 'colour') return [{ kind: 'text', text: colourName(seen.colour ?? '') }]
    const who = {
      player: seen.player,
      with: seen.with,
      caught: seen.caught,
      accused: seen.accused,
      against: seen.against,
    }
    const name = who[piece.place as keyof typeof who]
    return name === undefined ? [] : [{ kind: 'name', text: nameIn(piece.place, name, you) }]
  }
  return pieces(found, { count }).flatMap(fill)
}

/** "You" opens a sentence; elsewhere it is "you". */
function nameIn(place: string, name: string | null, you: string | null): string {
  if (name === null || name !== you) return name ?? ''
  return place === 'player' ? t('you') : t('seat.you')
}

/** What a table event (a seat, a host, a time-out) says; null for those that have a form of their own. */
export function tableSentence(event: TableEvent, you: string | null): Sentence | null {
  const about = (plainly: Key, player: string): Sentence => {
    const mine = `${plainly}.you`
    const name = player === you && has(mine) ? mine : plainly
    return pieces(name).map((piece): Part =>
      'text' in piece
        ? { kind: 'text', text: piece.text }
        : { kind: 'name', text: player === you ? t('you') : player },
    )
  }
  switch (event.type) {
    case 'game':
      return sentence(event.seen, you)
    case 'came':
      return about(event.level ? 'table.came.bot' : 'table.came', event.name)
    case 'went':
      return about(`table.went.${event.why}`, event.name)
    case 'minded': {
      if (!event.away) return about('table.back', event.name)
      return about(event.why === 'timeout' ? 'table.minded.timeout' : 'table.minded', event.name)
    }
    case 'hosted':
      return about('table.hosted', event.name)
    case 'settled':
      return [{ kind: 'text', text: t('table.settled', { rules: rulesTitle(event.rules) }) }]
    case 'timeout':
      return about('table.timeout', event.name)
    case 'ended':
      return [{ kind: 'text', text: t('table.ended') }]
    default:
      return null
  }
}

/** For the live region and for tooltips. */
export function plain(parts: Sentence): string {
  return parts
    .map((part) =>
      part.kind === 'card'
        ? cardName(part.card, part.form)
        : part.kind === 'name'
          ? apart(part.text)
          : part.text,
    )
    .join('')
}
