import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { QueueTable } from './queue-table.tsx'

const snooze = { isBusy: false, failure: null, put: () => {}, end: () => {} }
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `env-${index}`,
    since: 1_790_000_000 + index,
    what: `env-${index}`,
    cause: 'Fails',
    next: null,
  }))

it('begins a long queue with its first rows, and shows all of it on demand', async () => {
  await renderInRouter(<QueueTable rows={rowsOf(50)} snooze={snooze} />)
  const rows = page.getByRole('row').filter({ hasText: 'env-' })
  await expect.element(page.getByText('The first 15 of 50')).toBeVisible()
  expect(rows.elements()).toHaveLength(15)
  await userEvent.click(page.getByRole('button', { name: 'Show all 50' }))
  await expect.element(page.getByText('env-49')).toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Show 15' }))
  await expect.element(page.getByText('env-49')).not.toBeInTheDocument()
})

it('shows all of a short one', async () => {
  await renderInRouter(<QueueTable rows={rowsOf(20)} snooze={snooze} />)
  await expect.element(page.getByText('env-19')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Show/ })).not.toBeInTheDocument()
})
