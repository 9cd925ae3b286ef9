import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RegisteredException } from '#contract/exception/exception.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { endingRows, requestRows } from './exception-rows.tsx'
import type { QueueRow } from './queue-row.ts'

const exception = (change: Partial<RegisteredException>): RegisteredException => ({
  kind: 'override',
  exception_id: String(change.name),
  name: 'unit-tests',
  flow_name: 'web',
  flow_archived: false,
  trail_name: `trail-${change.name}`,
  environment_name: null,
  policy: null,
  artifact_fingerprint: null,
  state: 'requested',
  reason: 'Known to fail',
  external_urls: {},
  created_at: 1_790_000_000,
  created_by: 'ada',
  expires_at: null,
  ended_at: null,
  ended_by: null,
  expires_after_days: null,
  approved_by: null,
  review: null,
  relies_now: null,
  changed_then: null,
  ...change,
})

const show = (rows: QueueRow[]) =>
  renderInRouter(
    <ul>
      {rows.map(({ id, what, cause, next }) => (
        <li key={id}>
          {what} {cause} {next}
        </li>
      ))}
    </ul>,
  )

it('says how many requests wait beyond those that it names', async () => {
  await show(
    requestRows('acme', {
      data: ['a', 'b'].map((name) => exception({ name })),
      total: 63,
    }),
  )
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('ada asks to override a')
  await expect.element(rows.nth(2)).toHaveTextContent('61 more')
  await expect.element(rows.nth(2)).toHaveTextContent('Other requests wait for a decision')
})

it('has no row for others where all requests are named', async () => {
  await show(requestRows('acme', { data: [exception({ name: 'a' })], total: 1 }))
  expect(page.getByRole('listitem').elements()).toHaveLength(1)
})

it.each([
  { total: 2, isComplete: true },
  { total: 80, isComplete: false },
])('counts all $total that end, and says what relies on them only of all', async (tried) => {
  const ending = [1_795_600_000, 1_795_900_000].map((expires_at) =>
    exception({
      name: `until-${expires_at}`,
      state: 'expiring',
      expires_at,
      relies_now: {
        stale_environments: [],
        environments: ['production'],
        artifact_count: 1,
        failing_policies: null,
      },
    }),
  )
  await show(endingRows('acme', { data: ending, total: tried.total }))
  const row = page.getByRole('listitem')
  await expect.element(row).toHaveTextContent(`${tried.total} exceptions end`)
  const text = row.element().textContent
  expect(text.includes('relied on in production')).toBe(tried.isComplete)
  expect(text.includes('and 78 more')).toBe(!tried.isComplete)
})
