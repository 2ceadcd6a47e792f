// Sharing a match, with and without a system sheet.

import assert from 'node:assert/strict'
import test from 'node:test'
import { share, type Shared, type Sharer } from '../src/table/share'

const picture = new File(['x'], 'a.png', { type: 'image/png' })
const match: Shared = { title: 'Ann wins', url: 'http://here/replay/1', picture }

function browser(more: Partial<Sharer> = {}, copies = true) {
  const did: string[] = []
  const by: Sharer = {
    save: (file) => did.push(`saved ${file.name}`),
    copy: (text) => {
      did.push(`copied ${text}`)
      return Promise.resolve(copies)
    },
    ...more,
  }
  return { did, by }
}
const sheet = (did: string[]) => (what: ShareData) => {
  did.push(`${what.title} ${what.url} ${what.files?.length ?? 0}`)
  return Promise.resolve()
}

test('the system sheet gets the picture and the link, or the link alone where it takes no files', async () => {
  const files: string[] = []
  assert.equal(await share(match, browser({ share: sheet(files), canShare: () => true }).by), 'shared')
  assert.deepEqual(files, ['Ann wins http://here/replay/1 1'])
  const link: string[] = []
  assert.equal(await share(match, browser({ share: sheet(link), canShare: () => false }).by), 'shared')
  assert.deepEqual(link, ['Ann wins http://here/replay/1 0'])
})

test('without a sheet the picture is saved and the link copied', async () => {
  const { did, by } = browser()
  assert.equal(await share(match, by), 'saved')
  assert.deepEqual(did, ['saved a.png', 'copied http://here/replay/1'])
  assert.equal(await share({ ...match, picture: null }, browser().by), 'copied')
  assert.equal(await share(match, browser({}, false).by), 'by hand')
})

test('who closes the sheet wanted nothing else; a sheet that fails is done without', async () => {
  const closed = Object.assign(new Error('closed'), { name: 'AbortError' })
  const { did, by } = browser({ share: () => Promise.reject(closed) })
  assert.equal(await share(match, by), 'cancelled')
  assert.deepEqual(did, [])
  assert.equal(await share(match, browser({ share: () => Promise.reject(new Error('no')) }).by), 'saved')
})
