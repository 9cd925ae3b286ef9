import { afterEach, expect, test, vi } from 'vitest'
import {
  dueExceptionsQuery,
  failingRulesQuery,
  overviewQuery,
  recentTrailsQuery,
} from './queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

// The service's `page-html.ts` has the browser load these before a script has run.
test('the first calls of an overview without filters are those of its HTML', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 })
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json({ data: [], pagination: { total: 0 } }))
  })
  const { signal } = new AbortController()
  await overviewQuery('acme', {}).queryFn({ signal })
  await recentTrailsQuery('acme', {}).queryFn({ signal })
  await failingRulesQuery('acme').queryFn({ signal })
  await dueExceptionsQuery('acme').queryFn({ signal })
  expect(asked).toEqual([
    '/api/v2/cairn/acme/overview',
    '/api/v2/cairn/acme/overview/trails?from=1789430400',
    '/api/v2/cairn/acme/notifications?health=failing&per_page=50',
    '/api/v2/cairn/acme/exceptions?state=requested&state=expiring&per_page=100',
  ])
})
