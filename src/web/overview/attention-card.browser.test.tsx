import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Overview } from '#contract/overview/overview.ts'
import { noStandings } from '#domain/verdict/standing.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { AttentionCard } from './attention-card.tsx'
import { dueExceptionsQuery, failingRulesQuery } from './queries.ts'

const overview: Overview = {
  at: 1_790_000_000,
  environments: { ...noStandings, compliant: 3 },
  running: noStandings,
  running_by_environment: [],
  attention: [],
  silent: [],
  unjudged: [],
  saved_search: '',
  first_steps: { key: 'a', trail: 'b', attestation: 'c', environment: 'd' },
  loaded_until: null,
}
const none = { data: [], total: 0 }
const nothingElse = page.getByText('no notification fails, and nothing waits or ends soon')

/** Shows the card; what is not given could not be loaded, as nothing answers here. */
async function show(loaded: { rules?: boolean; due?: boolean }, tag?: string[]) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  })
  if (loaded.rules) client.setQueryData(failingRulesQuery('acme').queryKey, { data: [] })
  if (loaded.due) {
    client.setQueryData(dueExceptionsQuery('acme').queryKey, { requests: none, ending: none })
  }
  await renderInRouter(
    <QueryClientProvider client={client}>
      <AttentionCard org="acme" search={{ tag }} overview={overview} />
    </QueryClientProvider>,
  )
}

it('says that nothing needs attention once all that would is known', async () => {
  await show({ rules: true, due: true })
  await expect.element(nothingElse).toBeVisible()
  await expect.element(page.getByText('could not be loaded')).not.toBeInTheDocument()
})

it.each([
  { loaded: { due: true }, missing: 'Failing notifications' },
  { loaded: { rules: true }, missing: 'Exceptions that wait or end soon' },
])('does not say that there is none of what is missing: $missing', async (tried) => {
  await show(tried.loaded)
  await expect.element(page.getByText(`${tried.missing} could not be loaded.`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect.element(nothingElse).not.toBeInTheDocument()
  const known = page.getByText('No environment is non-compliant, silent or unknown.')
  await expect.element(known).toBeVisible()
})

it('asks for neither where environments are narrowed by a tag', async () => {
  await show({}, ['team:shop'])
  await expect.element(page.getByText('No environment with these tags')).toBeVisible()
  await expect.element(page.getByText('could not be loaded')).not.toBeInTheDocument()
})
