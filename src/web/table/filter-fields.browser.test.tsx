import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { FilterChip } from './filter-chip.tsx'

const loaded = vi.hoisted(() => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
})

vi.mock(import('./value-fields.tsx'), async (original) => {
  await loaded.promise
  return original()
})

vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: undefined }),
}))

function Actor() {
  const [value, setValue] = useState<string>()
  return <FilterChip filter={{ kind: 'text', label: 'Actor', value, onChange: setValue }} />
}

it('gives the field the focus, and what was typed before it was there', async () => {
  await render(<Actor />)
  await page.getByRole('button', { name: 'Actor' }).click()
  await expect.element(page.getByText('Loading')).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'Actor' })).toHaveFocus()
  await userEvent.keyboard('jo')
  loaded.resolve()
  const field = page.getByRole('textbox')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('jo')
  await userEvent.keyboard('nas{Enter}')
  await expect.element(page.getByRole('button', { name: 'Clear Actor: jonas' })).toBeVisible()
})
