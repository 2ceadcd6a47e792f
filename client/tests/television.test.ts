// The page for a television: where things lie on it, its address, and the socket that it watches by.
import { FakeSocket } from './setup'
import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { Session } from '../src/net/session.svelte'
import { pageOf } from '../src/pages/siteMap'
import { SEAT, tvLayout } from '../src/tv/layout'

mock.timers.enable({ apis: ['setTimeout'] })

test('the page for a television has an address of its own, and nothing else under a table has one', () => {
  assert.deepEqual(pageOf('/t/abcde/tv'), { at: 'tv', code: 'ABCDE' })
  for (const path of ['/t/abcde/tvx', '/t/abcde/tv/more', '/replay/abcde/tv', '/tv'])
    assert.deepEqual(pageOf(path), { at: 'unknown' })
})

test('a television watches as nobody, also in the browser of somebody who is known', () => {
  new Session().start(true)
  assert.ok(FakeSocket.last.url.endsWith('/ws?watch'))
  new Session().start()
  assert.ok(FakeSocket.last.url.endsWith('/ws'))
})

test('on a television nobody sits on anybody else, on the piles, or off the screen', () => {
  for (const [width, height] of [
    [656, 408],
    [656, 574],
    [800, 408],
  ] as const)
    for (let players = 2; players <= 10; players++) {
      const { seats, size, centre, ring, card } = tvLayout(width, height, players)
      const where = `${players} at ${width}x${height}`
      const [w, h] = [SEAT.width * size, SEAT.height * size]
      assert.ok(card >= 52, `${where}: cards of ${card}`)
      seats.forEach(({ x, y }, i) => {
        assert.ok(x >= w / 2 && x <= width - w / 2 && y >= h / 2 && y <= height - h / 2, where)
        assert.ok(
          Math.abs(x - centre.x) >= w / 2 + ring.rx || Math.abs(y - centre.y) >= h / 2 + ring.ry,
          `${where}: the piles`,
        )
        for (const other of seats.slice(i + 1))
          assert.ok(
            Math.abs(x - other.x) >= w - 1 || Math.abs(y - other.y) >= h - 4,
            `${where}: ${JSON.stringify([seats[i], other])}`,
          )
      })
    }
})
