// Which face belongs to a name, as far as the page has heard. Names are the same everywhere on a server, so a face
// that is known from one place is shown in all of them.

import { SvelteMap } from 'svelte/reactivity'
import {
  FACES,
  type FaceCode,
  type LobbyTable,
  type Me,
  type TableEvent,
  type TableState,
} from '../net/protocol'

const known = new SvelteMap<string, FaceCode>()

export function hash(text: string): number {
  let h = 2166136261
  for (const ch of text) h = Math.imul(h ^ (ch.codePointAt(0) ?? 0), 16777619)
  return h >>> 0
}

/** A face for a name: the one its person chose, else always the same for the same name. */
export const faceOf = (name: string): FaceCode =>
  known.get(name) ?? FACES[hash(name) % FACES.length] ?? FACES[0]

export function learnFace(name: string | null, face: FaceCode | null | undefined): void {
  if (name !== null && face && known.get(name) !== face) known.set(name, face)
}
export const learnMe = (me: Me): void => learnFace(me.name, me.face)
export function learnLobby(tables: LobbyTable[]): void {
  for (const one of tables) one.people.forEach((name, i) => learnFace(name, one.faces?.[i]))
}
/** What was said tells the faces of those who watch; those at the table are as they look now. */
export function learnTable(table: TableState, events: TableEvent[]): void {
  for (const one of events) if (one.type === 'chat') learnFace(one.name, one.face)
  for (const seat of table.seats) learnFace(seat.name, seat.face)
}
