import { expect, it } from 'vitest'
import type { FlowSummary } from '#contract/flow/flow.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { flowColumns } from './columns.tsx'

const flow = {
  org: 'acme',
  name: 'shop',
  description: '',
  visibility: 'private',
  tags: {},
  archived_at: null,
  latest_state: 'INCOMPLETE',
  latest_activity_at: 1_790_000_000,
  recent_trails: [
    {
      name: 'run-1',
      state: 'INCOMPLETE',
      override_count: 0,
      expired: [],
      nothing_expected: false,
    },
  ],
  non_compliant_count: 0,
  incomplete_count: 1,
  space_id: null,
} as const satisfies Partial<FlowSummary>

it('names its counts of trails, of one in the singular', async () => {
  const { screen } = await renderInRouter(
    <DataTable
      caption="Flows"
      columns={flowColumns}
      rows={[flow as unknown as FlowSummary]}
      rowId={({ name }) => name}
    />,
  )
  const link = (name: string) => screen.getByRole('link', { name, exact: true })
  await expect.element(link('1 incomplete trail of shop')).toBeVisible()
  await expect.element(link('0 non-compliant trails of shop')).toBeVisible()
  const strip = screen.getByRole('group', { name: 'Last 1 trail of shop: 1 incomplete' })
  await expect.element(strip).toBeInTheDocument()
})
