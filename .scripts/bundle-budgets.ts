import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Gzipped kilobytes that the first page of a browser may load, whichever page that is. */
const budgets = { scripts: 150, styles: 14 }

const kilobytes = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length / 1_000

/** Fails the build where what every page needs grows beyond its budget. */
export const bundleBudgets: Plugin = {
  name: 'bundle-budgets',
  generateBundle(_options, bundle) {
    const spent = { scripts: 0, styles: 0 }
    const entries = Object.values(bundle).filter((one) => one.type === 'chunk' && one.isEntry)
    const needed = new Set(entries.map(({ fileName }) => fileName))
    // The set grows while it is walked: each chunk brings those that it imports.
    for (const name of needed) {
      const chunk = bundle[name]
      if (chunk?.type !== 'chunk') continue
      spent.scripts += kilobytes(chunk.code)
      for (const next of chunk.imports) needed.add(next)
      for (const style of chunk.viteMetadata?.importedCss ?? []) {
        const asset = bundle[style]
        if (asset?.type === 'asset') spent.styles += kilobytes(asset.source)
      }
    }
    for (const kind of ['scripts', 'styles'] as const) {
      if (spent[kind] <= budgets[kind]) continue
      this.error(
        `The first page loads ${spent[kind].toFixed(1)} kB of ${kind}, gzipped; its budget is ${budgets[kind]} kB.`,
      )
    }
  },
}
