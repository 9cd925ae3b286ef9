import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/**
 * Gzipped kilobytes: scripts and styles that the first page of a browser may load, whichever page
 * that is, and both together that any page may load beyond it.
 */
const budgets = { scripts: 150, styles: 14, page: 60 }

const kilobytes = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length / 1_000

/** The route of the frame, below `routes`: every page stands in that frame. */
const frameRoute = '$org/route.tsx'

type Bundle = Rolldown.OutputBundle

/** Names of chunks with all that they import. What is imported dynamically does not count. */
function withImports(bundle: Bundle, names: readonly string[]): Set<string> {
  const needed = new Set(names)
  // The set grows while it is walked: each chunk brings those that it imports.
  for (const name of needed) {
    const chunk = bundle[name]
    if (chunk?.type === 'chunk') for (const next of chunk.imports) needed.add(next)
  }
  return needed
}

function scriptsOf(bundle: Bundle, names: Iterable<string>): number {
  let spent = 0
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type === 'chunk') spent += kilobytes(chunk.code)
  }
  return spent
}

function stylesOf(bundle: Bundle, names: Iterable<string>): number {
  const styles = new Set<string>()
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  return [...styles].reduce((spent, style) => {
    const asset = bundle[style]
    return asset?.type === 'asset' ? spent + kilobytes(asset.source) : spent
  }, 0)
}

/** The pages: each route by its file below `routes`, with the chunk that has it. */
export function pagesOf(bundle: Bundle): Map<string, string> {
  const pages = new Map<string, string>()
  for (const one of Object.values(bundle)) {
    if (one.type !== 'chunk') continue
    for (const id of one.moduleIds) {
      const [, route] = /\/src\/web\/routes\/(.+\.tsx)\?tsr-split/.exec(id) ?? []
      if (route) pages.set(route, one.fileName)
    }
  }
  return pages
}

/**
 * Fails the build where what every page needs grows beyond its budget, or what one page needs
 * besides: the chunk of its route with all that it imports, without what the first page has, without
 * the frame around it, which is a route of its own with a budget of its own, and without what is
 * loaded later, as charts and layers over the page are. Prints what it weighed.
 */
export const bundleBudgets: Plugin = {
  name: 'bundle-budgets',
  generateBundle(_options, bundle) {
    const entries = Object.values(bundle).filter((one) => one.type === 'chunk' && one.isEntry)
    const first = withImports(
      bundle,
      entries.map(({ fileName }) => fileName),
    )
    const check = (what: string, spent: number, budget: number) => {
      const weighed = `${what} ${spent.toFixed(1)} of ${budget} kB`
      if (spent > budget) this.error(`Beyond the budget, gzipped: ${weighed}`)
      return weighed
    }
    const pages = pagesOf(bundle)
    const frameChunk = pages.get(frameRoute)
    if (frameChunk === undefined) this.error('The frame was not found to weigh.')
    const frame = withImports(bundle, [frameChunk])
    const weights = [...pages].map(([route, chunk]) => {
      const isFrame = route === frameRoute
      const own = [...withImports(bundle, [chunk])].filter(
        (name) => !first.has(name) && (isFrame || !frame.has(name)),
      )
      return { route, isFrame, spent: scriptsOf(bundle, own) + stylesOf(bundle, own) }
    })
    const heaviest = weights
      .filter(({ isFrame }) => !isFrame)
      .reduce((most, one) => (one.spent > most.spent ? one : most))
    const weighed = [
      check('scripts of the first page', scriptsOf(bundle, first), budgets.scripts),
      check('its styles', stylesOf(bundle, first), budgets.styles),
      ...weights
        .filter(({ isFrame }) => isFrame)
        .map(({ spent }) => check('the frame', spent, budgets.page)),
      check(`the heaviest page, ${heaviest.route},`, heaviest.spent, budgets.page),
    ]
    console.log(`Gzipped: ${weighed.join('; ')}`)
  },
}
