import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Button } from './button.tsx'

afterEach(() => page.viewport(1440, 900))

it.each([
  [1440, 32, 24],
  [390, 44, 44],
])('is as tall as pointers of a window of %d px need', async (width, normal, small) => {
  await page.viewport(width, 900)
  const screen = await render(
    <>
      <Button>Save</Button>
      <Button size="small">Table</Button>
    </>,
  )
  const heightOf = (name: string) =>
    screen.getByRole('button', { name }).element().getBoundingClientRect().height
  expect(heightOf('Save')).toBe(normal)
  expect(heightOf('Table')).toBe(small)
})
