/**
 * Fails the build where chunks import each other in a circle: parts of one would run before what they
 * stand on, and the page would break in the browser only.
 */
export const noChunkCycles = {
  name: 'no-chunk-cycles',
  generateBundle(_options, bundle) {
    const done = new Set()
    const walk = (name, path) => {
      if (path.includes(name)) {
        this.error(
          `Chunks import each other: ${[...path.slice(path.indexOf(name)), name].join(' > ')}`,
        )
      }
      if (done.has(name)) return
      done.add(name)
      for (const next of bundle[name]?.imports ?? []) walk(next, [...path, name])
    }
    for (const name of Object.keys(bundle)) walk(name, [])
  },
}
