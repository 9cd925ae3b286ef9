import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { allowStep } from './artifact-fix.tsx'
import { FixSteps } from './fix-steps.tsx'

const allowing = {
  org: 'acme',
  env: 'prod',
  artifact: { name: 'app', fingerprint: 'f7'.repeat(32) },
}

it.each([
  ['off', {}, 'Or allow it in prod', '/allowlists/acme/prod'],
  ['tagged', { tier: 'low' }, 'Or allow it in prod', '/allowlists/acme/prod'],
  ['tagged', { tier: 'high' }, 'Or ask a second person', '/allowance-proposals'],
  ['all', {}, 'Or ask a second person', '/allowance-proposals'],
])('with approval %s and tags %o it says "%s"', async (approval, tags, text, path) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['getOverrideSettings', { org: 'acme' }, {}], {
    approval,
    approval_tags: [],
    environment_tags: ['tier:high'],
  })
  client.setQueryData(['getEnvironment', { org: 'acme', env_name: 'prod' }, {}], { tags })
  const steps = [allowStep('allow', allowing)]
  await render(
    <QueryClientProvider client={client}>
      <FixSteps title="Smallest fix" steps={steps} />
    </QueryClientProvider>,
  )
  const region = page.getByRole('region', { name: 'Smallest fix' })
  await expect.element(region).toHaveTextContent(text)
  await expect.element(region).toHaveTextContent(path)
})
