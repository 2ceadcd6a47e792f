import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { chunks, cutTexts } from './first'
import { icons, serviceWorker } from './installable'
import { art } from './pictures'

/** The page asks for its first part at once, not when the first script has come: see src/main.ts. */
const preloadStart: Plugin = {
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      const start = Object.values(bundle ?? {}).find((one) => one.type === 'chunk' && one.name === 'start')
      if (start?.type !== 'chunk') return []
      const styles = [...(start.viteMetadata?.importedCss ?? [])]
      const link = (rel: string, name: string): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `/${name}` },
        injectTo: 'head',
      })
      return [link('modulepreload', start.fileName), ...styles.map((name) => link('stylesheet', name))]
    },
  },
}

// The server serves what lies in its static folder; assets carry a hash in their names and never change.
// What every page begins with is one file, not one for each set of pages that share a module.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte(), cutTexts, preloadStart, icons, art, serviceWorker],
  base: '/',
  build: {
    outDir: '../src/lastcard/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: chunks() } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8765', '/ws': { target: 'ws://127.0.0.1:8765', ws: true } },
    fs: { allow: ['.', '../src/lastcard/messages'] }, // the server's words
  },
}))
