// What an event does to whom, in a word or two: the sign at a seat, and the banner for what everybody should notice,
// above all for what has hit the reader.

import { t } from '../messages/index.svelte'
import type { AnyEvent, Challenged, FalseCall, FalseCatch } from '../net/protocol'
import type { Lot, StageEvent } from './beats'

/** Beside a face for a moment. */
export interface Sign {
  player: string
  kind: 'skip' | 'owes' | 'points' | 'caught' | 'wrong' | 'guilty' | 'innocent'
  count: number
}

export function signOf(event: StageEvent): Sign | null {
  const sign = (player: string | null, kind: Sign['kind'], count = 0): Sign | null =>
    player === null ? null : { player, kind, count }
  switch (event.type) {
    case 'skip':
      return sign(event.player, 'skip')
    case 'owes':
      return sign(event.player, 'owes', event.count)
    case 'charge':
      return sign(event.player, 'points', event.points)
    case 'catch':
      return sign(event.caught, 'caught')
    case 'false_call':
    case 'false_catch':
      return sign(event.player, 'wrong')
    case 'challenge':
      return sign(event.against, event.guilty ? 'guilty' : 'innocent')
    default:
      return null
  }
}
export function signText({ kind, count }: Sign): string {
  if (kind === 'owes') return `+${count}?`
  if (kind === 'points') return t('sign.points', { count })
  return t(`sign.${kind}`)
}

export interface Banner {
  kind: 'hit' | 'good' | 'news' // it has hit the reader, it does the reader good, or it is others' affair
  text: string
  who: string | null // whose faces stand beside it
  whom: string | null
}

/** What hits the reader: a word for each, in the order it happens. */
function hit(event: AnyEvent, you: string): string | null {
  const mine = event.player === you
  switch (event.type) {
    case 'draw':
      return mine && event.why !== 'choice' && event.count > 0
        ? t('hit.draw', { count: event.count }, String(event.count))
        : null
    case 'skip':
      return mine ? t('hit.skip') : null
    case 'charge':
      return mine ? t('hit.points', { count: event.points }) : null
    case 'catch':
      return event.caught === you ? t('big.catch.at.you', { name: event.player ?? '' }) : null
    case 'challenge':
      return challenged(event, you)
    case 'swap':
      return event.with === you ? t('hit.swap', { name: event.player ?? '' }) : null
    default:
      return null
  }
}
function challenged(event: Challenged, you: string): string | null {
  if (event.player === you && !event.guilty) return t('hit.challenge.lost')
  return event.against === you && event.guilty ? t('hit.bluff', { name: event.player ?? '' }) : null
}

/** What everybody should notice, though it is not the reader who pays. */
function news(event: AnyEvent, you: string | null): Banner | null {
  const who = event.player
  const name = who ?? ''
  const mine = who !== null && who === you
  const kind = mine ? 'good' : 'news'
  switch (event.type) {
    case 'catch': {
      const caught = event.caught
      const text = mine ? t('big.catch.you', { caught }) : t('big.catch', { name, caught })
      return { kind, who, whom: caught, text }
    }
    case 'challenge': {
      const against = event.against
      if (!event.guilty) {
        const text = against === you ? t('big.legal.you', { name }) : t('big.legal', { name, against })
        return { kind: against === you ? 'good' : 'news', who, whom: against, text }
      }
      const text = mine ? t('big.bluff.you', { against }) : t('big.bluff', { name, against })
      return { kind, who, whom: against, text }
    }
    default:
      return null
  }
}

/** What a false call or catch cost, and why (C8). */
function wrong(event: FalseCall | FalseCatch, { events, view }: Lot): Banner {
  const { you } = view
  const name = event.player ?? ''
  const mine = name === you
  const whom = event.type === 'false_catch' ? event.accused : null
  const paid = events.find((one) => one.type === 'draw' && one.why === 'penalty' && one.player === name)
  const count = paid?.type === 'draw' ? paid.count : 0
  const known = whom === null || view.counts[whom] === 1 // only with one card is it the call that was right
  const text =
    count === 0 || !known
      ? t(mine ? 'big.false.you' : 'big.false', { name })
      : whom === null
        ? t(mine ? 'big.cost.you' : 'big.cost', { name, count })
        : t(mine ? 'big.accused' : whom === you ? 'big.accused.you' : 'big.accused.other', {
            name,
            caught: whom,
            count,
          })
  return { kind: mine ? 'hit' : whom === you ? 'good' : 'news', text, who: event.player, whom }
}
const isWrong = (event: StageEvent): event is FalseCall | FalseCatch =>
  event.type === 'false_call' || event.type === 'false_catch'

/** The banner of a lot of events; null for most. */
export function bannerOf(lot: Lot): Banner | null {
  const { events } = lot
  const { you } = lot.view
  const mistake = events.find(isWrong)
  if (mistake) return wrong(mistake, lot)
  const hits = you === null ? [] : events.flatMap((event) => hit(event, you) ?? [])
  if (hits.length > 0) return { kind: 'hit', text: hits.join(' '), who: null, whom: null }
  return events.reduce<Banner | null>((found, event) => found ?? news(event, you), null)
}

/** Whether the banner of a lot comes up with this event: the first that has a part in it. */
export function bannerStarts(event: StageEvent, { events, view }: Lot): boolean {
  const { you } = view
  const counts = (one: AnyEvent) =>
    isWrong(one) || (you !== null && hit(one, you) !== null) || news(one, you) !== null
  return event === events.find(counts)
}
