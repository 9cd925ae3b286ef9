import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { type ChosenRows, columnsOf } from './column-definitions.ts'
import { DataTable } from './data-table.tsx'
import { selectionParts } from './selection-column.tsx'
import type { TableOptions } from './use-data-table.ts'

interface Build {
  name: string
  note: string
  flow: string
  hash: string
  count: number
}

const columns = columnsOf<Build>((column) => [
  column({
    id: 'name',
    header: 'Artifact',
    accessorFn: ({ name }) => name,
    meta: { card: 'top' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 gap-2">
        <a href={`#${original.name}`} data-row-link="" className="max-w-full shrink-0 truncate">
          {original.name}
        </a>
        <span data-spare className="min-w-0 truncate">
          {original.note}
        </span>
      </span>
    ),
  }),
  column({
    id: 'flow',
    header: 'Flow',
    meta: { hideOrder: 2 },
    cell: ({ row: { original } }) => <a href={`#flow-${original.name}`}>{original.flow}</a>,
  }),
  column({
    id: 'hash',
    header: 'Fingerprint',
    meta: { hideOrder: 1 },
    cell: ({ row: { original } }) => <code>{original.hash}</code>,
  }),
  column({
    id: 'count',
    header: 'Running',
    accessorFn: ({ count }) => count,
    sortDescFirst: true,
    meta: { isNumber: true },
    cell: ({ row: { original } }) => original.count,
  }),
])

const build = (name: string, of: Partial<Build> = {}): Build => ({
  name,
  note: '',
  flow: 'payments',
  hash: '0123456789ab',
  count: 3,
  ...of,
})

const builds = [build('gateway'), build('ledger'), build('portal')]

const show = (width: number, options: Partial<TableOptions<Build>> = {}) =>
  render(
    <>
      <button type="button">Before</button>
      <div data-testid="frame" style={{ width }}>
        <DataTable
          caption="Builds"
          columns={columns}
          rows={builds}
          rowId={({ name }) => name}
          {...options}
        />
      </div>
      <button type="button">After</button>
    </>,
  )

const head = (name: string) => page.getByRole('columnheader', { name })
const widthOf = (name: string) => head(name).element().getBoundingClientRect().width
const link = (name: string) => page.getByRole('link', { name, exact: true })
const isCut = (element: Element) => element.scrollWidth > element.clientWidth

it('cuts no name while others have room, and gives what is left over to the name', async () => {
  const long = 'statements-batch-of-the-end-of-the-month-14.41.0.jar'
  await show(900, { rows: [build('gateway'), build(long, { flow: 'statements-batch' })] })
  await expect.element(head('Fingerprint')).toBeVisible()
  expect(isCut(link(long).element())).toBe(false)
  expect(isCut(link('statements-batch').element())).toBe(false)
  expect(widthOf('Running')).toBeLessThan(100)
  const table = page.getByRole('table').element()
  expect(table.getBoundingClientRect().width).toBe(900)
})

it('takes columns away in their order where there is no room, and brings them back', async () => {
  const screen = await show(480)
  await expect.element(head('Fingerprint')).toBeVisible()
  const frame = page.getByTestId('frame').element() as HTMLElement
  frame.style.width = '300px'
  await expect.element(head('Fingerprint')).not.toBeInTheDocument()
  await expect.element(head('Flow')).toBeVisible()
  frame.style.width = '200px'
  await expect.element(head('Flow')).not.toBeInTheDocument()
  await expect.element(head('Running')).toBeVisible()
  frame.style.width = '480px'
  await expect.element(head('Fingerprint')).toBeVisible()
  await screen.unmount()
})

it('shows descriptions in what is left over only', async () => {
  const note = 'Takes payments in, asks the ledger and says what became of them. '.repeat(4)
  await show(600, { rows: [build('gateway', { note })] })
  await expect.element(head('Fingerprint')).toBeVisible()
  const description = document.querySelector('[data-spare]')
  expect(description && isCut(description)).toBe(true)
  expect(isCut(link('gateway').element())).toBe(false)
})

it('drops the signs of a verdict before its text, and before a column is hidden', async () => {
  const verdict = columnsOf<Build>((column) => [
    ...columns.slice(0, 1),
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: () => (
        <span data-verdict-cell className="flex">
          Compliant
          <span data-signs className="inline-block w-10 shrink-0" />
          by override
        </span>
      ),
    }),
    ...columns.slice(2, 3),
  ])
  await show(500, { columns: verdict })
  await expect.element(head('Fingerprint')).toBeVisible()
  const signs = () => [...document.querySelectorAll('[data-signs]')].map((one) => one.clientWidth)
  const wide = widthOf('Verdict')
  expect(signs()).toEqual([40, 40, 40])
  const frame = page.getByTestId('frame').element() as HTMLElement
  frame.style.width = '370px'
  await expect.poll(signs).toEqual([0, 0, 0])
  expect(widthOf('Verdict')).toBeLessThan(wide)
  await expect.element(head('Fingerprint')).toBeVisible()
})

it('grows where a row of the same page asks for more, and does not shrink again', async () => {
  const screen = await show(900)
  await expect.element(head('Flow')).toBeVisible()
  const before = widthOf('Flow')
  const again = (flow: string) =>
    screen.rerender(
      <div style={{ width: 900 }}>
        <DataTable
          caption="Builds"
          columns={columns}
          rows={[build('gateway', { flow }), ...builds.slice(1)]}
          rowId={({ name }) => name}
        />
      </div>,
    )
  await again('payments-of-the-whole-estate')
  await expect.poll(() => widthOf('Flow')).toBeGreaterThan(before + 40)
  const grown = widthOf('Flow')
  await again('payments')
  await expect.element(link('payments').first()).toBeVisible()
  expect(widthOf('Flow')).toBe(grown)
})

it('keeps the focus in a cell, and what it holds, where columns are made anew', async () => {
  const shown = (flow: string) => (
    <DataTable
      caption="Builds"
      columns={columnsOf<Build>((column) => [
        ...columns.slice(0, 1),
        column({
          id: 'actions',
          header: () => <span>{flow}</span>,
          cell: ({ row: { original } }) => (
            <button type="button">
              Retry {original.name} of {flow}
            </button>
          ),
        }),
      ])}
      rows={builds}
      rowId={({ name }) => name}
    />
  )
  const screen = await render(shown('payments'))
  const before = page.getByRole('button', { name: 'Retry ledger of payments' }).element()
  const headBefore = document.querySelector('th span')
  ;(before as HTMLElement).focus()
  await screen.rerender(shown('ledgers'))
  const after = page.getByRole('button', { name: 'Retry ledger of ledgers' })
  await expect.element(after).toHaveFocus()
  expect(after.element()).toBe(before)
  expect(document.querySelector('th span')).toBe(headBefore)
})

it('hides columns that are not wanted', async () => {
  await show(900, { choice: { visibility: { hash: false }, order: [] } })
  await expect.element(head('Flow')).toBeVisible()
  await expect.element(head('Fingerprint')).not.toBeInTheDocument()
})

it('shows hostile names as text, and keeps them inside their cell', async () => {
  const hostile = [`<img src=x onerror=alert(1)>`, 'a'.repeat(255), 'exe\u202egnp.tsop']
  await show(700, { rows: hostile.map((name) => build(name)) })
  await expect.element(head('Running')).toBeVisible()
  expect(document.querySelector('tbody img')).toBeNull()
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
  const table = page.getByRole('table').element()
  for (const cell of table.querySelectorAll('td')) {
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(
      table.getBoundingClientRect().right,
    )
  }
})

it('sorts by its headings: what they say, and what they ask for', async () => {
  const onChange = vi.fn()
  const screen = await show(900, { sorting: { state: [{ id: 'name', desc: false }], onChange } })
  await expect.element(head('Artifact')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(head('Running')).toHaveAttribute('aria-sort', 'none')
  await expect.element(head('Flow')).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Artifact' }).click()
  expect(onChange).toHaveBeenLastCalledWith([{ id: 'name', desc: true }])
  await page.getByRole('button', { name: 'Running' }).click()
  expect(onChange).toHaveBeenLastCalledWith([{ id: 'count', desc: true }])
  await screen.unmount()
})

function Choosing(props: { before?: ChosenRows }) {
  const [chosen, setChosen] = useState<ChosenRows>(props.before ?? {})
  return (
    <>
      <p>Chosen: {Object.keys(chosen).join(' ')}</p>
      <DataTable
        caption="Builds"
        columns={columns}
        rows={builds}
        rowId={({ name }) => name}
        selection={{
          parts: selectionParts,
          chosen,
          onChange: setChosen,
          nameOf: ({ name }) => name,
          refusalOf: ({ name }) => (name === 'portal' ? 'Portals stay.' : null),
        }}
      />
    </>
  )
}

it('chooses rows, all that may be chosen, and keeps those of other pages', async () => {
  await render(<Choosing before={{ elsewhere: true }} />)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await expect.element(box('portal')).toBeDisabled()
  await expect.element(box('portal')).toHaveAttribute('title', 'Portals stay.')
  await box('ledger').click()
  await expect.element(all).toHaveAttribute('aria-checked', 'mixed')
  await expect.element(page.getByText('Chosen: elsewhere ledger')).toBeVisible()
  await all.click()
  await expect.element(page.getByText('Chosen: elsewhere ledger gateway')).toBeVisible()
  await expect.element(all).toBeChecked()
  await all.click()
  await expect.element(page.getByText('Chosen: elsewhere', { exact: true })).toBeVisible()
})

it('is one tab stop, with arrows between rows and between the links of a row', async () => {
  await show(900)
  await expect.element(link('gateway')).toBeVisible()
  await page.getByRole('button', { name: 'Before' }).click()
  await userEvent.tab()
  await expect.element(link('gateway')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.getAttribute('href')).toBe('#flow-ledger')
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.getAttribute('href')).toBe('#flow-portal')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(link('portal')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(link('portal')).toHaveFocus()
})
