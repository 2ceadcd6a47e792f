// The lock file pins packages by hash and says nothing about where they come from.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'

test('the lock file holds no addresses (python client/build.py --lock writes it)', () => {
  const text = readFileSync('package-lock.json', 'utf8')
  assert.deepEqual(text.match(/^.*(?:[a-z]:\/\/|"resolved").*$/gm), null)
})

test('every locked package has a hash', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string }>
  }
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  assert.ok(installed.length > 0)
  assert.deepEqual(
    installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    [],
  )
})
