import { afterEach, expect, it, vi } from 'vitest'
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

it('keeps its width and the focus while it is busy, and takes no press', async () => {
  const press = vi.fn()
  const draw = (isBusy: boolean) => (
    <Button isBusy={isBusy} onClick={press}>
      {isBusy ? 'Saving' : 'Save all the changes'}
    </Button>
  )
  const screen = await render(draw(false))
  // A font that arrives later changes the width.
  await document.fonts.ready
  const button = screen.getByRole('button')
  const width = () => button.element().getBoundingClientRect().width
  const before = width()
  await button.click()
  await screen.rerender(draw(true))
  await expect.element(button).toHaveTextContent('Saving')
  await expect.element(button).toHaveFocus()
  expect(width()).toBeCloseTo(before)
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(press).toHaveBeenCalledTimes(1)
})

it('takes no press while it is refused, and tells everybody why', async () => {
  const press = vi.fn()
  const screen = await render(
    <Button refusal="This needs the role admin" disabled title="Ctrl Enter" onClick={press}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription('This needs the role admin')
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  ;(button.element() as HTMLElement).focus()
  await expect.element(button).toHaveFocus()
  expect(press).not.toHaveBeenCalled()
})
