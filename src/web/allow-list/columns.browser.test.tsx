import { expect, it } from 'vitest'
import { DataTable } from '#web/table/data-table.tsx'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { allowedColumns } from './columns.tsx'

const entry = {
  artifact_fingerprint: 'a'.repeat(64),
  artifact_name: 'shop',
  description: 'Before the audit',
  created_by: 'ada',
  created_at: 1_790_000_000,
  is_running: true,
  expires_at: null,
}

it.each([
  [false, true, 'Still running'],
  [false, false, 'Not any more'],
  [true, true, 'Running when last seen'],
  [true, false, 'Not when last seen'],
])('where stale is %s, an entry that runs: %s is %s', async (isStale, is_running, text) => {
  const { screen } = await renderInRouter(
    <DataTable
      caption="Allowed artifacts"
      columns={allowedColumns({ org: 'acme', refusal: null, isStale, onRemove: () => {} })}
      rows={[{ ...entry, is_running }]}
      rowId={(one) => one.artifact_fingerprint}
    />,
  )
  await expect.element(screen.getByRole('cell', { name: text, exact: true })).toBeVisible()
})
