import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** `ru.json?language-name`: what a language calls itself, without the rest of its file. */
const languageName: Plugin = {
  name: 'language-name',
  load(id) {
    const [path = '', query] = id.split('?')
    if (query !== 'language-name') return
    this.addWatchFile(path)
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    return JSON.stringify(texts['language.name'] ?? basename(path, '.json'))
  },
}

// The server serves what lies in its static folder; assets carry a hash in their names and never change.
export default defineConfig({
  plugins: [svelte(), languageName],
  base: '/',
  build: {
    outDir: '../src/lastcard/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8765', '/ws': { target: 'ws://127.0.0.1:8765', ws: true } },
    fs: { allow: ['.', '../src/lastcard/messages'] }, // the server's words
  },
})
