import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { timeSettingsQuery } from './queries.ts'
import TimeCard from './time-card.tsx'

it('counts whom it applies to anew, though nothing that is edited has changed', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  // Members are no part of what is edited: the tag stays.
  const count = (member_count: number) =>
    client.setQueryData(timeSettingsQuery('acme').queryKey, {
      record: { time_zone: 'UTC', changed_at: null, changed_by: null, member_count },
      etag: '"a"',
    })
  count(1)
  const { screen } = await renderInRouter(
    <QueryClientProvider client={client}>
      <TimeCard org="acme" refusal={null} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('link', { name: '1 member', exact: true })).toBeVisible()
  count(2)
  await expect.element(screen.getByRole('link', { name: '2 members', exact: true })).toBeVisible()
})
