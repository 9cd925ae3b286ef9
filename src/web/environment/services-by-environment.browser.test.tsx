import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import Services from './services-by-environment.tsx'

it('names what runs by its verdict with all that qualifies it', async () => {
  const environment = ['prod', 'quiet', 'test']
  const running = environment.map((environment_name, index) => ({
    environment_name,
    artifact_name: `shop:${index}`,
    fingerprint: String(index).repeat(64),
    git_commit: 'c0ffee',
    started_at: 1_790_000_000,
    compliant: true,
    qualifiers: { ...noQualifiers, judged: 1, expired: index === 2 ? ['generic'] : [] },
    commits_behind: 0,
  }))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['listServices', { org: 'acme' }, { environment }], {
    services: [{ flow_name: 'shop', name: 'shop', running }],
  })
  await renderInRouter(
    <QueryClientProvider client={client}>
      <Services
        org="acme"
        environments={environment.map((name) => ({
          name,
          type: 'K8S',
          stale_at: name === 'quiet' ? 1_700_000_000 : null,
        }))}
      />
    </QueryClientProvider>,
  )
  const marks = page.getByRole('cell').getByRole('img').elements()
  expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Compliant',
    'Stale, last compliant',
    'Compliant, evidence expired',
  ])
})
