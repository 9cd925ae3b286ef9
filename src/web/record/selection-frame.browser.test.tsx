import { expect, it } from 'vitest'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { SelectionFrame } from './selection-frame.tsx'

const page = { page: 1, page_count: 1, per_page: 25 }
const keyset = { per_page: 25, next: 'a', total: 10_000 }

it.each([
  ['3 selected', undefined],
  ['3 selected', { ...page, total: 25 }],
  ['3 selected of 312 that match', { ...page, total: 312 }],
  ['3 selected of 10,000 that match', { ...keyset, is_total_exceeded: false }],
  ['3 selected of more than 10,000 that match', { ...keyset, is_total_exceeded: true }],
])('%s of %j', async (text, pagination) => {
  const { screen } = await renderInRouter(
    <SelectionFrame count={3} {...(pagination && { pagination })} refusal={null} onClear={() => {}}>
      {null}
    </SelectionFrame>,
  )
  expect(screen.getByRole('region', { name: 'Selection' }).element().textContent).toBe(
    `${text}Clear`,
  )
})
