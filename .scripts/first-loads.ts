import type { Plugin } from 'vite'
import { pagesOf } from './bundle-budgets.ts'

/** First load of a page, for the service, which can say so before a script has run. */
export interface FirstLoad {
  /** Regular expression of the paths that are this page. */
  path: string
  /** Its placeholder until scripts have run; the overview, a list, or one record. */
  kind: 'overview' | 'list' | 'record' | 'none'
  /** Addresses of its scripts, without those that the page's HTML has. */
  scripts: string[]
}

/** Segments of an address, from the name of a file below `routes`: `$org/flows/$flow/index`. */
const segmentsOf = (route: string) => route.split('/').filter((one) => one !== 'index')

/** `$flow` is any segment, `{-$tab}` one that may be missing. */
function patternOf(segment: string): string {
  if (segment.startsWith('{-$')) return '(?:/[^/]+)?'
  return segment.startsWith('$') ? '/[^/]+' : `/${segment}`
}

function kindOf(route: string): FirstLoad['kind'] {
  if (route === 'sign-in' || route.startsWith('api/')) return 'none'
  if (route === 'index' || route === '$org/index') return 'overview'
  const last = segmentsOf(route).at(-1) ?? ''
  return /[${]/.test(last) ? 'record' : 'list'
}

/** Names come before places for any name: `/new` is not the record `new`. */
const isMoreParticular = (a: string, b: string) =>
  a.replaceAll('$', '\uffff') < b.replaceAll('$', '\uffff') ? -1 : 1

/**
 * Writes `first-loads.json`: what each page loads first. Scripts come after styles, which the first
 * paint waits for, as scripts are most of the bytes.
 */
export const firstLoads: Plugin = {
  name: 'first-loads',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
  generateBundle(_options, bundle) {
    const routes = new Map(
      [...pagesOf(bundle)].map(([file, chunk]) => [file.slice(0, -'.tsx'.length), chunk]),
    )
    const isEntry = (name: string) => {
      const chunk = bundle[name]
      return chunk?.type === 'chunk' && chunk.isEntry
    }
    const pages = [...routes.keys()].filter((route) => !/(^|\/)route$/.test(route))
    const loads = pages.toSorted(isMoreParticular).map((route): FirstLoad => {
      const frames = [...routes.keys()].filter(
        (one) => one.endsWith('/route') && route.startsWith(one.slice(0, -'route'.length)),
      )
      const names = new Set(
        [...frames, route].map((one) => routes.get(one)).filter((name) => name !== undefined),
      )
      // The set grows while it is walked: each chunk brings those that it imports.
      for (const name of names) {
        const chunk = bundle[name]
        if (chunk?.type === 'chunk') for (const next of chunk.imports) names.add(next)
      }
      return {
        path: `^${segmentsOf(route).map(patternOf).join('') || '/'}/?$`.replace('//?', '/?'),
        kind: kindOf(route),
        scripts: [...names].filter((name) => !isEntry(name)).map((name) => `/${name}`),
      }
    })
    if (loads.length === 0) this.error('No page was found.')
    this.emitFile({ type: 'asset', fileName: 'first-loads.json', source: JSON.stringify(loads) })
  },
}
