// Events as sentences: pieces for the log, plain text for the live region.

import { apart } from '../messages/apart'
import { capital, has, pieces, t, type Key, type Piece } from '../messages/index.svelte'
import { rulesTitle } from '../rulesTitle'
import type { AnyEvent, CardsDrawn, TableEvent } from '../net/protocol'
import { cardName, colourName } from './names'

/** Part of a sentence: text, a player's name, a card. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'name'; text: string }
  | { kind: 'card'; card: string; chosen: string | null; form: string }
export type Sentence = Part[]

/** Which of the texts for its type tells an event. */
function variant(event: AnyEvent): string {
  switch (event.type) {
    case 'play':
      return event.colour ? '.named' : event.with ? '.with' : ''
    case 'challenge':
      return event.guilty ? '.guilty' : '.innocent'
    case 'dealer_tie':
      return event.number === undefined || event.number === null ? '.none' : ''
    case 'round_over':
      return event.player === null ? '.nobody' : ''
    case 'draw':
      return drawn(event)
    default:
      return ''
  }
}

function drawn(event: CardsDrawn): string {
  if (event.count === 0) return '.none'
  if (event.why !== 'choice') return `.${event.why}`
  return event.cards?.length ? '.seen' : ''
}

/** The most particular text there is: about the reader, about a drawn card that was kept. */
function keyOf(event: AnyEvent, you: string | null, kept: boolean): Key | null {
  const name = `event.${event.type}${variant(event)}`
  const at = event.type === 'catch' ? event.caught : event.type === 'dealer' ? event.first : null
  const mine =
    at !== null && at === you
      ? `${name}.at.you`
      : event.player !== null && event.player === you
        ? `${name}.you`
        : ''
  const key = has(mine) ? mine : name
  const both = `${key}.kept`
  if (kept && has(both)) return both
  return has(key) ? key : null
}

/** `kept`: the drawn card was not played. Nothing for an event that only a later server knows. */
export function sentence(event: AnyEvent, you: string | null, kept = false): Sentence {
  const key = keyOf(event, you, kept)
  if (key === null) return []
  const count = 'count' in event ? event.count : 'points' in event ? event.points : 0
  return pieces(key, { count }).flatMap((piece) => filled(piece, event, you))
}

function filled(piece: Piece, event: AnyEvent, you: string | null): Part[] {
  if ('text' in piece) return [{ kind: 'text', text: piece.text }]
  const { place, form } = piece
  const values: Record<string, unknown> = { ...event }
  const value = values[place]
  if (place === 'cards' && event.type === 'draw') return cardList(event.cards ?? [], form)
  if (place === 'players' && event.type === 'dealer_tie') return nameList(event.players, you, form)
  if (typeof value === 'number') return [{ kind: 'text', text: String(value) }]
  if (typeof value !== 'string') return []
  switch (place) {
    case 'card':
      return [{ kind: 'card', card: value, chosen: ('colour' in event && event.colour) || null, form }]
    case 'colour':
      return [{ kind: 'text', text: colourName(value, form) }]
    default:
      return [{ kind: 'name', text: value === you ? youIn(place, form) : value }]
  }
}

const cardList = (cards: readonly string[], form: string): Part[] =>
  cards.flatMap((card, i): Part[] => [
    ...(i === 0 ? [] : [{ kind: 'text' as const, text: ', ' }]),
    { kind: 'card', card, chosen: null, form },
  ])

const nameList = (names: readonly string[], you: string | null, form: string): Part[] =>
  names.flatMap((name, i): Part[] => [
    ...(i === 0 ? [] : [{ kind: 'text' as const, text: ', ' }]),
    { kind: 'name', text: name === you ? youIn('players', form) : name },
  ])

/** "You" opens a sentence; elsewhere it is "you". */
const youIn = (place: string, form: string): string => t(place === 'player' ? 'you' : 'you.object', {}, form)

/** What a table event (a seat, a host, a time-out) says; null for those that have a form of their own. */
export function tableSentence(event: TableEvent, you: string | null): Sentence | null {
  switch (event.type) {
    case 'game':
      return sentence(event.event, you)
    case 'seat_taken':
      return about(
        event.level ? 'table.came.bot' : event.later ? 'table.came.later' : 'table.came',
        event.name,
        you,
      )
    case 'queue':
      return about(event.soon ? 'table.queue.soon' : 'table.queue', event.name, you)
    case 'seat_vacated':
      return about(`table.went.${event.why}`, event.name, you)
    case 'stand_in':
      if (!event.away) return about('table.back', event.name, you)
      return about(event.why === 'timeout' ? 'table.minded.timeout' : 'table.minded', event.name, you)
    case 'host':
      return about('table.hosted', event.name, you)
    case 'renamed':
      return [{ kind: 'text', text: t('table.renamed', { old: event.old, name: event.name }) }]
    case 'settings':
      return [{ kind: 'text', text: t('table.settled', { rules: rulesTitle(event.rules) }) }]
    case 'timeout':
      return about('table.timeout', event.name, you)
    case 'match_ended':
      return [{ kind: 'text', text: t('table.ended') }]
    default:
      return null
  }
}

function about(key: Key, player: string, you: string | null): Sentence {
  const mine = `${key}.you`
  return pieces(player === you && has(mine) ? mine : key).map((piece): Part =>
    'text' in piece
      ? { kind: 'text', text: piece.text }
      : { kind: 'name', text: player === you ? t('you', {}, piece.form) : player },
  )
}

/** For the live region and for tooltips. */
export function plain(parts: Sentence): string {
  const text = parts.map((part) =>
    part.kind === 'card'
      ? cardName(part.card, part.form)
      : part.kind === 'name'
        ? apart(part.text)
        : part.text,
  )
  return parts[0]?.kind === 'card' ? capital(text.join('')) : text.join('')
}
