// Bundles the tests for Node, as Vite does with the client for browsers, and runs them.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const built = fileURLToPath(new URL('../node_modules/.tests/', import.meta.url))
rmSync(built, { recursive: true, force: true }) // a test that was renamed must not run under its old name too
await build({
  entryPoints: readdirSync(here)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => here + name),
  bundle: true,
  platform: 'node',
  format: 'esm',
  outdir: built,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
})
process.exit(spawnSync(process.execPath, ['--test', built], { stdio: 'inherit' }).status ?? 1)
