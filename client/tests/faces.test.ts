// Faces: every one that the server may send is drawn, and a name keeps the face that its person chose.

import assert from 'node:assert/strict'
import test from 'node:test'
import { ANIMALS } from '../src/art/animals'
import { FACES, type LobbyTable, type TableEvent, type TableState } from '../src/net/protocol'
import { faceOf, learnFace, learnLobby, learnTable } from '../src/parts/faces.svelte'

test('every face has a drawing of its own', () => {
  assert.deepEqual(Object.keys(ANIMALS).sort(), [...FACES].sort())
  assert.equal(new Set(Object.values(ANIMALS).map((one) => JSON.stringify(one.under))).size, FACES.length)
})

test('a name has always the same face, and the chosen one once it is known', () => {
  const before = faceOf('Quendolin')
  assert.equal(faceOf('Quendolin'), before)
  learnFace('Quendolin', 'owl')
  assert.equal(faceOf('Quendolin'), 'owl')
  learnFace('Quendolin', null) // a bot that plays on under the name says nothing of the face
  assert.equal(faceOf('Quendolin'), 'owl')
})

test('faces come with the seats, the chat and the lobby', () => {
  const seats = [
    { name: 'Orsolya', face: 'bee' },
    { name: null, face: null },
  ]
  const said = [
    { type: 'chat', name: 'Tancred', face: 'cow' }, // watches
    { type: 'chat', name: 'Orsolya', face: 'pig' }, // has another face since
  ]
  learnTable({ seats } as TableState, said as TableEvent[])
  learnLobby([{ people: ['Ludmilla', 'Isidor'], faces: ['lamb', 'wolf'] } as LobbyTable])
  assert.deepEqual(['Orsolya', 'Tancred', 'Ludmilla', 'Isidor'].map(faceOf), ['bee', 'cow', 'lamb', 'wolf'])
})
