import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { silentEnvironmentRow } from './environment-rows.tsx'

it('names an environment that is silent as stale, not as what it was', async () => {
  const row = silentEnvironmentRow('acme', {
    environment_name: 'branch-kiosks',
    type: 'server',
    state: true,
    last_reported_at: 1_790_000_000,
    stale_at: 1_790_003_600,
    basis: 'learned',
    running_count: 2,
    member: null,
  })
  await renderInRouter(row.what)
  const [link] = page.getByRole('link').elements()
  expect(link).toHaveAccessibleName('Stale, last compliant branch-kiosks')
})
