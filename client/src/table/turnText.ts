// The voice of the table: what the sentence below the ring says, from a view and what the server offers.

import { cardOf, faces, saysSuit } from '../deck.svelte'
import { capital, listed, t } from '../messages/index.svelte'
import { sentenceOf } from '../messages/say'
import type { Reasons, View } from '../net/protocol'
import type { Choices } from './actions'
import { cardWord, colourName, faceWord } from './names'
import { yourTurn } from './yourTurn'

export { yourTurn }

/** What goes on the pile now: "green, a 7 or a wild". */
export function fitting(view: View): string {
  const top = cardOf(view.top)
  const list = [
    view.colour ? colourName(view.colour) : '',
    top === undefined || top.wild || top.suit === null ? '' : anyOf(top),
    ...wilds(),
  ].filter(Boolean)
  if (list.length < 2) return list.join('')
  return t('fit.or', { list: list.slice(0, -1).join(', '), last: list.at(-1) ?? '' })
}

const anyOf = (face: { symbol: string; name: string }) =>
  t('fit.face', { face: (form: string) => faceWord(face, form) })

/** The cards that go on anything: by their names, or as "a wild" where several have no suit. */
function wilds(): string[] {
  const wild = faces().filter((face) => face.wild)
  const unsuited = wild.filter((face) => !face.suited)
  return [
    ...wild.filter((face) => face.suited).map(anyOf),
    ...(unsuited.length > 1 ? [t('fit.wild')] : unsuited.map(anyOf)),
  ]
}

export function headline(view: View, offered: Choices, compact: boolean, passing = false): string {
  if (view.phase === 'over') return ''
  if (view.turn === null) return ''
  if (!yourTurn(view)) return t('turn.other', { name: view.turn ?? '' })
  if (passing) return t('turn.passing')
  switch (view.phase) {
    case 'name':
      return t(saysSuit() ? 'turn.name.suit' : 'turn.name')
    case 'stack':
      return t('turn.stack', { count: view.owed })
    case 'challenge':
      return t('turn.challenge')
    case 'drawn':
      return t(drawnKey(view, offered))
    default:
      return compact ? t('turn.yours') : t('turn.yours.fits', { fits: fitting(view) })
  }
}

function drawnKey(view: View, offered: Choices) {
  if (offered.plays.size === 0) return 'turn.drawn.pass'
  return offered.plays.size === 1 && view.drawn !== null && offered.plays.has(view.drawn)
    ? 'turn.drawn'
    : 'turn.drawn.any'
}

/** Whose move is being shown. */
export function staged(view: View, type: string): string {
  if (view.turn === null) return type === 'deal' || type === 'turn_up' ? t('turn.dealing') : ''
  return view.turn === view.you ? t('turn.move.you') : t('turn.move', { name: view.turn })
}

/** The smaller line below it. */
export function underline(view: View, offered: Choices, compact: boolean): string {
  if (view.phase === 'over' || view.turn === null) return ''
  if (view.you === null) return t('turn.watching')
  if (!yourTurn(view)) return offered.plays.size > 0 ? t('turn.jump') : until(view)
  if (view.phase !== 'play') return compact ? t('turn.yours') : ''
  const count = view.hand.filter((card) => offered.plays.has(card)).length
  if (count === 0) return t('turn.none')
  return compact && view.hand.length < 12
    ? fitting(view)
    : t('turn.count', { count, total: view.hand.length })
}

/** Who comes before the reader, if they are few enough to name. */
function until(view: View): string {
  const names: string[] = []
  const n = view.players.length
  const mine = view.players.indexOf(view.you ?? '')
  let at = view.players.indexOf(view.turn ?? '')
  while (at >= 0 && at !== mine && names.length < n) {
    names.push(view.players[at] ?? '')
    at = (at + view.direction + n) % n
  }
  if (names.length <= 1) return t('turn.next')
  return names.length > 4 ? '' : t('turn.after', { names: listed(names) })
}

/** The player after the one to move, as long as nobody is skipped. */
export function nextPlayer(view: View): string | null {
  const n = view.players.length
  const at = view.players.indexOf(view.turn ?? '')
  return at < 0 || view.phase === 'over' ? null : (view.players[(at + view.direction + n) % n] ?? null)
}

/** Why a card can't be played now, or why nothing can be drawn (null): the server knows, here it is worded. */
export function whyNot(view: View, why: Reasons | null, card: string | null): string {
  if (view.phase === 'over') return t('why.over')
  if (view.you === null) return t('why.watching')
  const found = card === null ? why?.draw : why?.cards.find((one) => one.cards.includes(card))?.why
  if (!found) return t('why.waiting') // what was pressed is on its way
  if (card === null) return sentenceOf(found)
  // The colour is worth a word where it is not that of the top card.
  if (found.code === 'refusal.does_not_fit' && cardOf(view.top)?.suit === view.colour)
    return capital(t('why.card', { card: cardWord(card), top: cardWord(view.top) }))
  return sentenceOf({ ...found, params: { ...found.params, card } })
}
