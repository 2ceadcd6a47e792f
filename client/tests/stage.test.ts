// The stage, with a clock turned by hand: what is shown follows what has landed, and ends where the server is.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import { MOST_CARDS, STAGE_MS, type AnyEvent, type View } from '../src/net/protocol'
import { beatsOf, type Lot } from '../src/table/beats'
import { BEHIND, LATE, Stage, type Scene } from '../src/table/stage'

const ORDER = ['R1', 'R2', 'R3', 'R5', 'R+2', 'G1', 'G7', 'B2', 'B9', 'W', 'W+4']
const cards = {
  suit: (card: string) => (card.startsWith('W') ? null : card.charAt(0)),
  place: (card: string) => ORDER.indexOf(card),
}
const BASE: View = {
  rules: 'classic',
  players: ['Ann', 'Bob', 'Cid'],
  you: 'Ann',
  phase: 'play',
  turn: 'Bob',
  direction: 1,
  top: 'R1',
  colour: 'R',
  hand: ['R2', 'G1', 'W'],
  counts: { Ann: 3, Bob: 4, Cid: 5 },
  draw_pile: 50,
  discards: ['R1'],
  drawn: null,
  owed: 0,
  attacker: null,
  called: [],
  catchable: [],
  turns: 1,
  refills: 0,
  legal: [],
  reason: null,
  winner: null,
  scores: null,
  items: null,
  hands: null,
} as unknown as View
const view = (changes: Partial<View>): View => ({ ...BASE, ...changes })
const lot = (events: AnyEvent[], changes: Partial<View>, deal = false): Lot => ({
  events,
  view: view(changes),
  deal,
})
const beats = (one: Lot, from = BASE) => beatsOf(from, one, cards)

const BOB_PLAYS: AnyEvent = { type: 'play', player: 'Bob', card: 'R5' }
const AFTER_PLAY: Partial<View> = {
  top: 'R5',
  discards: ['R1', 'R5'],
  counts: { Ann: 3, Bob: 3, Cid: 5 },
  turn: 'Cid',
}

/** A stage whose time passes when told to. */
function stage() {
  let time = 0
  const waiting = new Map<number, { at: number; then: () => void }>()
  let id = 0
  const scenes: Scene[] = []
  const one = new Stage(
    {
      now: () => time,
      after: (ms, then) => {
        const mine = ++id
        waiting.set(mine, { at: time + ms, then })
        return () => waiting.delete(mine)
      },
    },
    cards,
    (scene) => scenes.push(scene),
  )
  const pass = (ms: number) => {
    const end = time + ms
    for (;;) {
      const [due] = [...waiting].sort(([, a], [, b]) => a.at - b.at)
      if (!due || due[1].at > end) break
      waiting.delete(due[0])
      time = Math.max(time, due[1].at)
      due[1].then()
    }
    time = end
  }
  const sleep = (ms: number) => {
    time += ms // nothing runs, as in a tab that is asleep
  }
  return { one, scenes, pass, sleep, now: () => scenes.at(-1) as Scene }
}

test('a played card leaves its hand at once and lies on the pile when it has landed', () => {
  const [beat] = beats(lot([BOB_PLAYS], AFTER_PLAY))
  assert.equal(beat?.ms, STAGE_MS.play)
  assert.deepEqual([beat?.start.counts['Bob'], beat?.start.top], [3, 'R1'])
  assert.deepEqual([beat?.end.top, beat?.end.discards], ['R5', ['R1', 'R5']])
})

test('the turn moves on with the last beat, not with the first', () => {
  const skip: AnyEvent = { type: 'skip', player: 'Cid' }
  const [played, skipped] = beats(lot([BOB_PLAYS, skip], { ...AFTER_PLAY, turn: 'Ann' }))
  assert.deepEqual([played?.end.turn, skipped?.start.turn, skipped?.end.turn], ['Bob', 'Bob', 'Ann'])
})

test('drawn cards are counted one by one, and the last brings the rest', () => {
  const draw: AnyEvent = { type: 'draw', player: 'Cid', count: 9, why: 'forced' }
  const found = beats(lot([draw], { counts: { Ann: 3, Bob: 4, Cid: 14 }, draw_pile: 41 }))
  assert.equal(found.length, MOST_CARDS)
  assert.deepEqual(
    found.map((beat) => beat.end.counts['Cid']),
    [6, 7, 8, 9, 10, 14],
  )
  assert.deepEqual(
    found.map((beat) => beat.begins),
    [1, 0, 0, 0, 0, 0],
  )
})

test('own cards have a place in the hand before they land, and are in the air until then', () => {
  const draw: AnyEvent = { type: 'draw', player: 'Ann', count: 2, why: 'forced', cards: ['G1', 'B2'] }
  const after = { hand: ['R2', 'G1', 'G1', 'B2', 'W'], counts: { Ann: 5, Bob: 4, Cid: 5 } }
  const [first, second] = beats(lot([draw], after))
  assert.deepEqual(first?.start.hand, ['R2', 'G1', 'G1', 'W'])
  assert.deepEqual([...(first?.air ?? [])], ['G1#1'])
  assert.deepEqual(second?.start.hand, after.hand)
  assert.deepEqual([...(second?.air ?? [])], ['B2#0'])
})

test('hands that travel are nobody’s on the way; the reader’s own comes from the server', () => {
  const swap: AnyEvent = { type: 'swap', player: 'Bob', with: 'Ann' }
  const play: AnyEvent = { type: 'play', player: 'Bob', card: 'G7', with: 'Ann' }
  const after = { hand: ['R3', 'B2', 'B9'], counts: { Ann: 3, Bob: 3, Cid: 5 } }
  const [, travel] = beats(lot([play, swap], after))
  assert.deepEqual(travel?.start.hand, [])
  assert.deepEqual([travel?.start.counts['Ann'], travel?.start.counts['Bob']], [0, 0])
  assert.deepEqual(travel?.end.hand, after.hand)
})

test('all hands move on by one seat, each count with its hand', () => {
  const passed: AnyEvent = { type: 'hands_passed', player: 'Bob', direction: -1 }
  const later: AnyEvent = { type: 'skip', player: 'Cid' }
  const [travel] = beats(
    lot([passed, later], { hand: ['R1', 'R2', 'R3', 'R5'], counts: { Ann: 4, Bob: 5, Cid: 3 } }),
  )
  assert.deepEqual(travel?.end.counts, { Ann: 4, Bob: 5, Cid: 3 })
  assert.deepEqual(travel?.end.hand, ['R1', 'R2', 'R3', 'R5'])
})

test('a deal goes round: hands grow from nothing to what was dealt, before the first card is turned up', () => {
  const up: AnyEvent = { type: 'turn_up', player: null, card: 'R+2' }
  const draw: AnyEvent = { type: 'draw', player: 'Ann', count: 2, why: 'forced', cards: ['R1', 'B9'] }
  const one = lot(
    [up, draw],
    { hand: ['R1', 'R2', 'R3', 'B9'], counts: { Ann: 4, Bob: 2, Cid: 2 }, discards: ['R+2'], draw_pile: 9 },
    true,
  )
  const found = beats(one, view({ phase: 'over' }))
  assert.deepEqual(
    found.map((beat) => [beat.event.type, beat.start.hand.length, beat.end.counts['Bob']]),
    [
      ['deal', 1, 1],
      ['deal', 2, 2],
      ['turn_up', 2, 2],
      ['draw', 3, 2],
      ['draw', 4, 2],
    ],
  )
  assert.deepEqual(found[1]?.end.hand, ['R2', 'R3'])
  assert.deepEqual([found[0]?.start.draw_pile, found[2]?.start.draw_pile], [15, 11])
  assert.equal(found[0]?.start.turn, null)
  assert.equal(
    found.filter((beat) => beat.event.type === 'deal').reduce((sum, beat) => sum + beat.ms, 0),
    STAGE_MS.deal,
  )
})

test('whatever the events were, the last beat lands on the view of the server', () => {
  const odd: AnyEvent[] = [
    { type: 'play', player: 'Nobody', card: 'X9' },
    { type: 'draw', player: 'Ann', count: 1, why: 'choice' },
    { type: 'put_back', player: null, card: 'R1' },
    { type: 'no_effect', player: 'Bob' },
    { type: 'soon' } as unknown as AnyEvent,
  ]
  const one = lot(odd, AFTER_PLAY)
  assert.equal(beats(one).at(-1)?.end, one.view)
})

test('the stage plays one beat after the other, and then shows what the server said', () => {
  const { one, scenes, pass, now } = stage()
  one.jump(BASE)
  const skip: AnyEvent = { type: 'skip', player: 'Cid' }
  const wanted = lot([BOB_PLAYS, skip], { ...AFTER_PLAY, turn: 'Ann' })
  one.take(wanted)
  assert.deepEqual([now().beat?.event.type, now().view.top, now().waiting], ['play', 'R1', 1])
  pass(STAGE_MS.play)
  assert.deepEqual([now().beat?.event.type, now().view.top, now().waiting], ['skip', 'R5', 0])
  pass(STAGE_MS.skip)
  assert.equal(now().beat, null)
  assert.equal(now().view, wanted.view)
  assert.equal(new Set(scenes.map((scene) => scene.serial)).size, scenes.length)
})

test('what takes no time is told with what follows it', () => {
  const { one, now } = stage()
  one.jump(BASE)
  one.take(lot([{ type: 'pass', player: 'Bob' }], { turn: 'Cid' }))
  assert.deepEqual([now().beat, now().view.turn, now().waiting], [null, 'Cid', 0])
})

test('a skip lands on the present, and nothing of the queue comes later', () => {
  const { one, scenes, pass, now } = stage()
  one.jump(BASE)
  const wanted = lot([BOB_PLAYS], AFTER_PLAY)
  one.take(wanted)
  one.skip()
  assert.equal(now().view, wanted.view)
  const shown = scenes.length
  pass(10_000)
  assert.equal(scenes.length, shown)
})

test('one’s own card does not wait for what others did', () => {
  const { one, now } = stage()
  one.jump(BASE)
  one.take(lot([BOB_PLAYS], AFTER_PLAY))
  one.take(
    lot([{ type: 'play', player: 'Ann', card: 'R2' }], { ...AFTER_PLAY, hand: ['G1', 'W'], top: 'R2' }),
  )
  assert.deepEqual([now().beat?.event.player, now().view.hand, now().view.top], ['Ann', ['G1', 'W'], 'R5'])
})

test('who falls behind skips what is old, and sees the newest', () => {
  const { one, now } = stage()
  one.jump(BASE)
  const many: AnyEvent[] = Array.from({ length: 5 }, () => ({ type: 'skip', player: 'Cid' }))
  assert.ok(many.length * STAGE_MS.skip > BEHIND)
  one.take(lot(many, AFTER_PLAY))
  one.take(lot([{ type: 'play', player: 'Cid', card: 'R3' }], { ...AFTER_PLAY, top: 'R3' }))
  assert.deepEqual([now().beat?.event.type, now().beat?.event.player, now().view.top], ['play', 'Cid', 'R5'])
})

test('a tab that slept wakes in the present', () => {
  const { one, pass, sleep, now } = stage()
  one.jump(BASE)
  const wanted = lot([BOB_PLAYS, { type: 'skip', player: 'Cid' }], AFTER_PLAY)
  one.take(wanted)
  sleep(STAGE_MS.play + LATE + 1)
  pass(0)
  assert.deepEqual([now().beat, now().view], [null, wanted.view])
})

test('news without events do not interrupt what is shown', () => {
  const { one, pass, now } = stage()
  one.jump(BASE)
  one.take(lot([BOB_PLAYS], AFTER_PLAY))
  const newer = lot([], { ...AFTER_PLAY, refills: 7 })
  one.take(newer)
  assert.equal(now().beat?.event.type, 'play')
  pass(STAGE_MS.play)
  assert.equal(now().view, newer.view)
})

test('while something else is on, the stage waits', () => {
  const { one, pass, now } = stage()
  one.jump(BASE)
  one.hold(true)
  one.take(lot([BOB_PLAYS], AFTER_PLAY))
  pass(5000)
  assert.deepEqual([now().beat, now().view, now().waiting], [null, BASE, 1])
  one.hold(false)
  assert.equal(now().beat?.event.type, 'play')
})

test('a longer queue goes faster', () => {
  const { one, pass, now } = stage()
  one.jump(BASE)
  one.take(lot([BOB_PLAYS], AFTER_PLAY))
  one.take(
    lot(
      [
        { type: 'skip', player: 'Cid' },
        { type: 'skip', player: 'Cid' },
      ],
      AFTER_PLAY,
    ),
  )
  pass(STAGE_MS.play) // the first began before the queue was long
  one.take(lot([{ type: 'catch', player: 'Cid', caught: 'Bob' }], AFTER_PLAY))
  pass(STAGE_MS.skip)
  assert.equal(now().beat?.part, 1)
  pass(STAGE_MS.skip / 2)
  assert.equal(now().beat?.event.type, 'catch')
})
