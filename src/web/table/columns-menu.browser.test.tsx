import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ColumnsMenu } from './columns-menu.tsx'

const offered = [
  { id: 'flow', label: 'Flow', isChosen: true },
  { id: 'hash', label: 'Fingerprint', isChosen: false },
  { id: 'built', label: 'Built', isChosen: true },
]

const show = async () => {
  const onChange = vi.fn()
  const choice = {
    offered,
    isUsual: false,
    visibility: {},
    ignored: undefined,
    forget: () => {},
    onChange,
  }
  await render(<ColumnsMenu choice={choice} />)
  return onChange
}

it('says which columns are shown, shows and hides them, and stays open', async () => {
  const onChange = await show()
  await page.getByRole('button', { name: 'Columns' }).click()
  const box = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await expect.element(box('Flow')).toBeChecked()
  await expect.element(box('Fingerprint')).not.toBeChecked()
  await box('Fingerprint').click()
  expect(onChange).toHaveBeenLastCalledWith(['flow', 'hash', 'built'])
  await box('Built').click()
  expect(onChange).toHaveBeenLastCalledWith(['flow'])
  await page.getByRole('menuitem', { name: 'Usual columns' }).click()
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

it('is used by keyboard, and gives the focus back', async () => {
  const onChange = await show()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Flow' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Fingerprint' })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(() => onChange.mock.lastCall).toEqual([['flow', 'hash', 'built']])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Columns' })).toHaveFocus()
})
