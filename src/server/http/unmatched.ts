import { endpoints } from '#contract/index.ts'
import { pathParameter } from '#contract/path.ts'
import { Problem } from '../problem.ts'

const paths = Object.values(endpoints).map(({ method, path }) => {
  const pattern = path
    .replace(/[.]/g, '\\.')
    .replace(pathParameter, (_, rest: string) => (rest ? '.+' : '[^/]+'))
  return { method, pattern: new RegExp(`^/api/v2${pattern}$`) }
})

/** What to answer where no route fits: nothing is there, or only with another method (wire.md 2.3). */
export function unmatched(request: { url: string }): Problem {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return new Problem(404, 'Not found')
  const allow = [...new Set(methods)].join(', ')
  return new Problem(405, 'Method not allowed', { headers: { allow } })
}
