import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ColumnsMenu, columnChoice } from './column-choice.tsx'
import { columnsOf } from './column-definitions.ts'
import { DataTable } from './data-table.tsx'

const columns = columnsOf<{ name: string }>((column) => [
  column({ id: 'name', header: 'Artifact', meta: { card: 'top' }, cell: 'gateway' }),
  column({ id: 'flow', header: 'Flow', cell: 'payments' }),
  column({ id: 'hash', header: 'Fingerprint', meta: { isExtra: true }, cell: '0123' }),
  column({ id: 'built', header: 'Built', cell: 'today' }),
])

function Builds(props: { cols: readonly string[] }) {
  const [cols, setCols] = useState<readonly string[] | undefined>(props.cols)
  const choice = columnChoice(columns, cols ?? [], setCols)
  return (
    <div style={{ width: 900 }}>
      <p>cols: {cols?.join(' ') ?? 'usual'}</p>
      <ColumnsMenu choice={choice} />
      <DataTable
        caption="Builds"
        columns={columns}
        choice={choice}
        rows={[{ name: 'gateway' }]}
        rowId={({ name }) => name}
      />
    </div>
  )
}

const menu = page.getByRole('button', { name: 'Columns' })
const box = (name: string) => page.getByRole('menuitemcheckbox', { name })
const heads = () => [...document.querySelectorAll('th')].map((head) => head.textContent)

it('says which columns are shown, shows and hides them, and stays open', async () => {
  await render(<Builds cols={['built', 'flow']} />)
  expect(heads()).toEqual(['Artifact', 'Built', 'Flow'])
  await menu.click()
  await expect.element(box('Artifact always')).toBeDisabled()
  await expect.element(box('Flow')).toBeChecked()
  await expect.element(box('Fingerprint')).not.toBeChecked()
  await box('Fingerprint').click()
  await expect.element(page.getByText('cols: built flow hash')).toBeVisible()
  await box('Built').click()
  await expect.element(page.getByText('cols: flow hash')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await expect.element(page.getByText('cols: usual')).toBeVisible()
  expect(heads()).toEqual(['Artifact', 'Flow', 'Built'])
})

it('is used by keyboard, moves columns, and gives the focus back', async () => {
  await render(<Builds cols={[]} />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(box('Flow')).toHaveFocus()
  await expect.element(page.getByRole('menuitem', { name: 'Reset' })).toBeDisabled()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(page.getByText('cols: ', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(page.getByText('cols: built flow')).toBeVisible()
  await expect.element(box('Flow')).toHaveFocus()
  expect(heads()).toEqual(['Artifact', 'Built', 'Flow'])
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box('Built')).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('cols: flow')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).toHaveFocus()
})

it('moves a column by its handle', async () => {
  await render(<Builds cols={[]} />)
  await menu.click()
  await userEvent.dragAndDrop(box('Built'), box('Flow'))
  await expect.element(page.getByText('cols: built flow')).toBeVisible()
  expect(heads()).toEqual(['Artifact', 'Built', 'Flow'])
})
