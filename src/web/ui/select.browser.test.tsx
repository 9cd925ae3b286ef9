import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Select } from './select.tsx'

const options = [
  { value: '', label: 'At the top' },
  { value: 'viewer', label: 'Viewer', note: 'reads' },
  { value: 'writer', label: 'Writer', note: 'reports' },
  { value: 'owner', label: 'Owner', isDisabled: true },
]

function Role(props: { first: string }) {
  const [role, setRole] = useState(props.first)
  return (
    <>
      <Select
        aria-label="Role"
        placeholder="Choose a role"
        value={role}
        options={options}
        onChange={setRole}
      />
      <output>{role}</output>
    </>
  )
}

const field = page.getByRole('combobox', { name: 'Role' })

it('is opened, walked by letters and chosen from by keyboard', async () => {
  await render(<Role first="viewer" />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Viewer' })).toHaveFocus()
  await userEvent.keyboard('w')
  await expect.element(page.getByRole('option', { name: 'Writer' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveTextContent('Writer')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent('writer')
})

it('keeps its value on Escape, and does not take what is off', async () => {
  await render(<Role first="viewer" />)
  await field.click()
  await expect.element(page.getByRole('option', { name: 'Owner' })).toBeDisabled()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(field).toHaveTextContent('Viewer')
  await expect.element(field).toHaveFocus()
})

it('tells a value that is empty from none', async () => {
  const screen = await render(<Role first="" />)
  await expect.element(field).toHaveTextContent('At the top')
  await screen.unmount()
  await render(<Role first="gone" />)
  await expect.element(field).toHaveTextContent('Choose a role')
})
