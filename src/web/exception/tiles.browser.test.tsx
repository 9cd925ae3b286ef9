import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { exceptionSummaryQuery } from './queries.ts'
import { ExceptionsAnswer } from './tiles.tsx'

it.each([
  [0, 1, '0 of 1 running artifact is compliant only by one of these. '],
  [0, 2, '0 of 2 running artifacts are compliant only by one of these. '],
  [1, 2, '1 of 2 running artifacts is compliant only by one of these. '],
  [2, 2, '2 of 2 running artifacts are compliant only by one of these. '],
])('%i of %i: %s', async (by_exception, running, text) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(exceptionSummaryQuery('acme').queryKey, {
    artifacts: { by_exception, stale_or_expired: 0, running },
    environments: { by_exception: 0, total: 1 },
    in_force: { override: 0, allow_list: 0, policy: 0, snooze: 0 },
    without_end: 0,
    ending_within_week: 0,
    never_reviewed: 0,
    requested: 0,
  })
  const { screen } = await renderInRouter(
    <QueryClientProvider client={client}>
      <ExceptionsAnswer org="acme" />
    </QueryClientProvider>,
  )
  expect(screen.container.textContent).toBe(text)
})
