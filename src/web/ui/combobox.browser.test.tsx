import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Combobox } from './combobox.tsx'

const options = Intl.supportedValuesOf('timeZone').map((value) => ({ value }))

function Zone(props: { takesOther?: boolean }) {
  const [zone, setZone] = useState('UTC')
  return (
    <Combobox
      label="Time zone"
      aria-label="Time zone"
      value={zone}
      options={options}
      takesOther={props.takesOther ?? false}
      none="No zone of this name."
      onChange={setZone}
    />
  )
}

const field = page.getByRole('combobox', { name: 'Time zone' }).first()
const option = (name: string) => page.getByRole('option', { name })

it('finds a value by a part of its name, and gives the focus back', async () => {
  await render(<Zone />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByPlaceholder('Find by name')).toHaveFocus()
  await userEvent.keyboard('berl')
  await expect.element(option('Europe/Berlin')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveTextContent('Europe/Berlin')
  await expect.element(field).toHaveFocus()
})

it('finds by what is typed on its button, before and while the list opens', async () => {
  await render(<Zone />)
  await userEvent.tab()
  await expect.element(field).toHaveFocus()
  const button = document.activeElement
  for (const key of 'be') {
    button?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Promise.resolve()
  }
  await expect.element(page.getByPlaceholder('Find by name')).toHaveFocus()
  await userEvent.keyboard('rl')
  await expect.element(page.getByPlaceholder('Find by name')).toHaveValue('berl')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveTextContent('Europe/Berlin')
  await expect.element(field).toHaveFocus()
})

it('is walked with arrows and left with Escape', async () => {
  await render(<Zone />)
  await field.click()
  await userEvent.keyboard('europe/b')
  await expect.element(option('Europe/Belgrade')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('Europe/Berlin')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveTextContent('UTC')
  await expect.element(field).toHaveFocus()
})

it('says that nothing is found, and takes what was typed only where it may', async () => {
  const screen = await render(<Zone />)
  await field.click()
  await userEvent.keyboard('Mars')
  await expect.element(page.getByText('No zone of this name.')).toBeVisible()
  await screen.unmount()
  await render(<Zone takesOther />)
  await field.click()
  await userEvent.keyboard('Mars{Enter}')
  await expect.element(field).toHaveTextContent('Mars')
})
