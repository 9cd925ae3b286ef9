import type { Plugin } from 'vite'

/**
 * Fails the build where chunks import each other in a circle: parts of one would run before what they
 * stand on, and the page would break in the browser only.
 */
export const noChunkCycles: Plugin = {
  name: 'no-chunk-cycles',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const walk = (name: string, path: readonly string[]) => {
      if (path.includes(name)) {
        this.error(
          `Chunks import each other: ${[...path.slice(path.indexOf(name)), name].join(' > ')}`,
        )
      }
      if (done.has(name)) return
      done.add(name)
      const chunk = bundle[name]
      if (chunk?.type !== 'chunk') return
      for (const next of chunk.imports) walk(next, [...path, name])
    }
    for (const name of Object.keys(bundle)) walk(name, [])
  },
}
