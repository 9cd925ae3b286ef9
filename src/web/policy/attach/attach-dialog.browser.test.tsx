import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { maxEnvironments } from '#contract/policy/policy-effect.ts'
import { type EffectQuestion, effectQuery, policyListQuery } from '#web/policy/queries.ts'
import { maxFound, physicalEnvironmentsQuery } from '#web/record/known-records.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import AttachDialog from './attach-dialog.tsx'

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `env-${index}`)
const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })

it.each([
  [maxFound, `The first ${maxFound} of this name are attached or chosen: type more of it.`],
  [2, 'No further environment of this name.'],
])('says why it offers nothing where all %d found are attached', async (count, text) => {
  const client = newClient()
  const environments = namesOf(count).map((name) => ({ name }))
  client.setQueryData(physicalEnvironmentsQuery('acme', '').queryKey, { environments })
  await renderInRouter(
    <QueryClientProvider client={client}>
      <AttachDialog
        org="acme"
        fixed={{ policy: 'known' }}
        taken={namesOf(count)}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
  await userEvent.click(page.getByRole('combobox', { name: 'Environments' }))
  await expect.element(page.getByText(text)).toBeVisible()
})

it.each([
  [maxEnvironments, false],
  [maxEnvironments + 1, true],
])('says of %d environments whether some were not looked at', async (count, isCut) => {
  const client = newClient()
  const environments = namesOf(count)
  client.setQueryData(policyListQuery('acme', { q: '', per_page: maxFound }).queryKey, {
    data: [{ name: 'known' }],
  })
  const question: EffectQuestion = {
    action: 'attach',
    policy_names: ['known'],
    environments: environments.slice(0, maxEnvironments),
    snapshots: 20,
  }
  const effect = { evaluated_at: 1, problems: [], environments: [], rules: [], flips: [] }
  client.setQueryData(effectQuery('acme', question).queryKey, {
    ...effect,
    has_more_environments: false,
  })
  await renderInRouter(
    <QueryClientProvider client={client}>
      <AttachDialog org="acme" fixed={{ environments }} taken={[]} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await userEvent.click(page.getByRole('combobox', { name: 'Policies' }))
  await userEvent.click(page.getByRole('option', { name: 'known' }))
  await expect.element(page.getByText('by what is known now')).toBeVisible()
  const further = page.getByText('further environments were not looked at')
  expect(further.elements()).toHaveLength(isCut ? 1 : 0)
})
