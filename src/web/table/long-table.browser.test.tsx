import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { columnsOf } from './column-definitions.ts'
import { LongTable } from './long-table.tsx'

interface Service {
  name: string
}

const columns = columnsOf<Service>((column) => [
  column({
    id: 'name',
    header: 'Name',
    cell: ({ row }) => (
      <a href={`#${row.original.name}`} data-row-link="">
        {row.original.name}
      </a>
    ),
  }),
  column({
    id: 'flow',
    header: 'Flow',
    cell: ({ row }) => <a href={`#flow-${row.original.name}`}>Flow of {row.original.name}</a>,
  }),
])

const services = (count: number): Service[] =>
  Array.from({ length: count }, (_, index) => ({ name: `service-${index}` }))

const show = (count: number) =>
  render(
    <>
      <button type="button">Before</button>
      <LongTable
        caption="Services"
        columns={columns}
        rowId={({ name }) => name}
        groups={[
          { label: 'Failing', rows: services(count).slice(0, 2) },
          { label: 'Compliant', rows: services(count).slice(2) },
        ]}
      />
      <button type="button">After</button>
    </>,
  )

const link = (name: string) => page.getByRole('link', { name, exact: true })
const drawn = () => document.querySelectorAll('tbody tr[data-index]').length

it('draws what is near the screen, and says how much there is', async () => {
  await show(5_000)
  const table = page.getByRole('table', { name: 'Services' })
  await expect.element(table).toHaveAttribute('aria-rowcount', '5003')
  await expect.element(link('service-0')).toBeVisible()
  await expect.poll(drawn).toBeLessThan(100)
  expect(document.body.scrollHeight).toBeGreaterThan(5_000 * 30)
  scrollTo(0, document.body.scrollHeight)
  await expect.element(link('service-4999')).toBeVisible()
  expect(drawn()).toBeLessThan(100)
})

it('is one tab stop, with arrows between rows and between the links of a row', async () => {
  await show(5_000)
  await expect.element(link('service-0')).toBeVisible()
  await page.getByRole('button', { name: 'Before' }).click()
  await userEvent.tab()
  await expect.element(link('service-0')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(link('Flow of service-0')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('Flow of service-1')).toHaveFocus()
  // Over the heading of the next group.
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
  await expect.element(link('service-2')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(link('service-4999')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(link('service-0')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
})

it('keeps the row with the focus while it is scrolled away', async () => {
  await show(5_000)
  await link('service-3').click()
  scrollTo(0, 100_000)
  await expect.element(link('service-2500')).not.toBeInTheDocument()
  await expect.poll(drawn).toBeGreaterThan(10)
  expect(link('service-3').element()).toBe(document.activeElement)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('service-4')).toHaveFocus()
})

it('draws all rows for paper', async () => {
  await show(1_000)
  await expect.element(link('service-0')).toBeVisible()
  dispatchEvent(new Event('beforeprint'))
  expect(drawn()).toBe(1_002)
  dispatchEvent(new Event('afterprint'))
  await expect.poll(drawn).toBeLessThan(100)
})

it('draws all of a short one', async () => {
  await show(150)
  await expect.element(link('service-149')).toBeInTheDocument()
  expect(drawn()).toBe(152)
})
