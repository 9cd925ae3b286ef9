import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { AttachSteps, FixSteps, stepsOf } from './fix-steps.tsx'

const read = 'See what failed in review.'
const again = 'Fix it and build again: the pipeline reports review with its new results.'

it.each([
  ['generic', [read, again, 'Or override review, with a reason']],
  ['system:decision', [read, 'Fix it and record another decision: the newest review counts.']],
])('says how failed evidence of type %s is mended', async (attestation_type, texts) => {
  const added = {
    kind: 'attest' as const,
    flow_name: 'shop',
    trail_name: 'one',
    scope: 'trail' as const,
    attestation_name: 'review',
    attestation_type,
    control: null,
    replaces_attestation_id: 'a1',
  }
  const steps = stepsOf('acme', [added], { name: 'app', fingerprint: 'f7' }, () => null)
  await renderInRouter(<FixSteps title="Smallest fix" steps={steps} />)
  const items = page.getByRole('listitem').elements()
  expect(items).toHaveLength(texts.length)
  items.forEach((item, index) => expect(item).toHaveTextContent(texts[index] ?? ''))
})

it('lets the form of all calls be chosen once, above them', async () => {
  const steps = ['a', 'b'].map((key) => ({
    key,
    text: key,
    call: { cli: `report ${key}`, curl: `curl ${key}` },
  }))
  await renderInRouter(<FixSteps title="Smallest fix" steps={steps} />)
  await page.getByRole('button', { name: 'curl' }).click()
  const calls = [...document.querySelectorAll('pre')]
  expect(calls.map(({ textContent }) => textContent)).toEqual(['curl a', 'curl b'])
  await page.getByRole('button', { name: 'CLI' }).click()
})

it.each([
  [null, 1],
  [1_800_000_000, 0],
])('offers a policy for an environment archived at %s %i times', async (archived_at, times) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['getEnvironment', { org: 'acme', env_name: 'prod' }, {}], { archived_at })
  await renderInRouter(
    <QueryClientProvider client={client}>
      <p>Why</p>
      <AttachSteps org="acme" env="prod" />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Why')).toBeVisible()
  expect(page.getByRole('region', { name: 'What would verify it' }).elements()).toHaveLength(times)
})
