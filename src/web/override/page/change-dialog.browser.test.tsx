import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { settingsQuery } from '#web/override/queries.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import ChangeDialog from './change-dialog.tsx'

const override = {
  override_id: 'a',
  attestation_name: 'scan',
  new_compliance_status: true,
  state: 'active',
  original: null,
} as unknown as RegisteredOverride

it.each([
  [null, 'In 7 days'],
  [3, 'In 1 day'],
])('begins with an end that the organization allows, of %s days at most', async (most, end) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const settings = { ...settingDefaults.overrides, default_days: null, most_days: most }
  client.setQueryData(settingsQuery('acme').queryKey, settings)
  await renderInRouter(
    <QueryClientProvider client={client}>
      <ChangeDialog org="acme" override={override} change="extend" onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('combobox', { name: 'Ends' })).toHaveTextContent(end)
  await expect.element(page.getByText(`At most ${most} days from now`)).not.toBeInTheDocument()
})
