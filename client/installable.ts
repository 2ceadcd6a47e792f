// What makes the page installable, for the build: its icons as PNG, rendered from our SVG files, and the service worker
// with the list of files that it keeps.

import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transformWithEsbuild, type Plugin, type Rollup } from 'vite'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))

/** The file, its drawing and its width. Apple rounds the corners of its own icons; Android cuts a maskable one. */
const ICONS = [
  ['icon-192.png', './public/icon.svg', 192],
  ['icon-512.png', './public/icon.svg', 512],
  ['icon-maskable-512.png', './icons/full.svg', 512],
  ['apple-touch-icon.png', './icons/full.svg', 180],
  ['badge-96.png', './icons/badge.svg', 96],
] as const

export const icons: Plugin = {
  name: 'icons',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  async generateBundle() {
    await initWasm(read(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
    for (const [fileName, drawing, value] of ICONS) {
      const image = new Resvg(read(drawing).toString(), { fitTo: { mode: 'width', value } }).render()
      this.emitFile({ type: 'asset', fileName, source: image.asPng() })
    }
  },
}

/** What the page needs to start without a line: scripts, styles and the first texts of every language. */
function shell(bundle: Rollup.OutputBundle): string[] {
  const files = Object.values(bundle).flatMap((one) => {
    if (one.type !== 'chunk') return []
    const starts = one.name === 'main' || one.name === 'start'
    const texts = Object.keys(one.modules).some((id) => id.endsWith('.json?first'))
    return starts || texts ? [one.fileName, ...(one.viteMetadata?.importedCss ?? [])] : []
  })
  return ['icon.svg', ...new Set(files)].map((name) => `/${name}`)
}

/** `/sw.js`, a file for itself and not a module: see worker/sw.ts. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  enforce: 'post',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  async generateBundle(_, bundle) {
    const files = shell(bundle)
    const source = read('./worker/sw.ts').toString()
    const version = createHash('sha256')
      .update(JSON.stringify(files))
      .update(source)
      .digest('hex')
      .slice(0, 12)
    const { code } = await transformWithEsbuild(source, 'sw.ts', {
      minify: true,
      format: 'iife',
      define: { VERSION: JSON.stringify(version), SHELL: JSON.stringify(files) },
    })
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
  },
}
