// The HTTP part: a refusal is known by its body, and whatever else goes wrong has a sentence too.
import './setup'
import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { useLanguage } from '../src/messages/index.svelte'
import { get, post, Refusal, why } from '../src/net/api'

const answers = (body: string, status = 200) =>
  mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(body, { status })))
const refused = (suggestion: string | null) =>
  JSON.stringify({
    refused: { code: 'server.name_taken', params: { name: 'Ann' } },
    code: 'name',
    suggestion,
  })

async function refusal(asked: Promise<object>): Promise<Refusal> {
  const error: unknown = await asked.then(
    () => null,
    (found: unknown) => found,
  )
  assert.ok(error instanceof Refusal)
  return error
}

test('an answer is what the body says', async () => {
  answers('{"name":"Ann"}')
  assert.deepEqual(await get('/me'), { name: 'Ann' })
})

test('a refusal is known by its body, whatever the status', async () => {
  for (const status of [200, 400, 429]) {
    answers(refused('Ann 2'), status)
    const error = await refusal(post('/me', { name: 'Ann' }))
    assert.equal(error.suggestion, 'Ann 2')
    assert.equal(why(error), 'The name Ann is taken.')
  }
})

test('a refusal is said in the language of the reader, not of the moment when it came', async () => {
  answers(refused(null), 400)
  const error = await refusal(get('/me'))
  await useLanguage('de')
  assert.equal(why(error), 'Der Name Ann ist vergeben.')
  await useLanguage('en')
})

test('no server, or something else in its place, has words as well', async () => {
  answers('<h1>Bad gateway</h1>', 502)
  assert.equal(why(await refusal(get('/about'))), 'The server answered with an error (502).')
  answers('{"detail":"?"}', 500)
  assert.equal(why(await refusal(get('/about'))), 'The server answered with an error (500).')
  mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  assert.equal(why(await refusal(get('/about'))), 'The server can’t be reached: try again.')
})
