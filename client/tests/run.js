// Builds the tests as Vite builds the client, for Node, and runs them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const built = fileURLToPath(new URL('../node_modules/.tests/', import.meta.url))
const tests = readdirSync(here).filter((name) => name.endsWith('.test.ts'))
await build({
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: built,
    emptyOutDir: true, // a test that was renamed must not run under its old name too
    rollupOptions: {
      input: Object.fromEntries(
        ['setup.ts', ...tests].map((name) => [name.slice(0, -'.ts'.length), here + name]),
      ),
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
})
const files = tests.map((name) => built + name.replace(/ts$/, 'mjs'))
const words = ['--import', `${built}setup.mjs`, '--test', ...files] // what a browser has is there before any test
process.exit(spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1)
