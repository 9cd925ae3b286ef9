import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { environmentColumns } from './columns.tsx'
import { rowsOf } from './rows.ts'

const environment = (name: string, fields: Partial<EnvironmentSummary>): EnvironmentSummary => ({
  org: 'acme',
  name,
  type: 'K8S',
  description: '',
  tags: {},
  state: true,
  since: 1_788_000_000,
  last_reported_at: 1_788_000_000,
  last_changed_at: null,
  last_modified_at: 1,
  stale_at: null,
  snapshot_index: 1,
  running_count: 1,
  running: { compliant: 1, qualified: 0, non_compliant: 0, unknown: 0, stale: 0 },
  qualifiers: { ...noQualifiers, judged: 1 },
  exceptions_end_at: null,
  include_scaling: false,
  require_provenance: false,
  reporting_minutes: null,
  reporting: null,
  policies: [],
  included_environments: null,
  archived_at: null,
  failing: null,
  flip: null,
  members: null,
  space_id: null,
  ...fields,
})

const qualified = { ...noQualifiers, judged: 2, overridden: 1, exempt: 1 }
const cause = { name: 'shop', reason: null, cause: 'certificate-expiry-watch missing' }

it('leaves Why? on no line alone on a phone', async () => {
  await page.viewport(390, 844)
  const environments = [
    environment('plain', {}),
    environment('silent', { stale_at: 1_789_000_000, qualifiers: qualified }),
    environment('failing', { state: false, failing: cause } as Partial<EnvironmentSummary>),
  ]
  const columns = environmentColumns({
    onToggle: () => {},
    onTag: null,
    strip: () => <svg width={208} height={20} />,
  })
  const { screen } = await renderInRouter(
    <DataTable
      caption="Environments"
      columns={columns}
      rows={rowsOf(environments, new Set())}
      rowId={({ id }) => id}
    />,
  )
  const links = screen.getByRole('link', { name: /^Why/ })
  await expect.element(links.first()).toBeVisible()
  const indents = links.elements().map((link) => {
    const cell = link.closest('td')?.getBoundingClientRect()
    return link.getBoundingClientRect().left - (cell?.left ?? 0)
  })
  expect(indents).toHaveLength(3)
  for (const indent of indents) expect(indent).toBeGreaterThan(40)
  const heights = links.elements().map((link) => link.closest('td')?.clientHeight ?? 0)
  expect(Math.max(...heights)).toBeLessThan(60)
  await page.viewport(1440, 900)
})
