import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Announcer, confirm, toast } from './announcer.tsx'

const told = page.getByRole('status')
const dismiss = page.getByRole('button', { name: 'Dismiss' })

it('shows what an action has changed until it is dismissed, and lets presses through beside that', async () => {
  let presses = 0
  await render(
    <>
      <button className="fixed right-6 bottom-6" onClick={() => (presses += 1)}>
        Below it, with a name that is longer than the toast
      </button>
      <Announcer />
    </>,
  )
  await expect.element(dismiss).not.toBeInTheDocument()
  toast('Flow api archived')
  await expect.element(told).toHaveTextContent('Flow api archived')
  const { width } = told.element().getBoundingClientRect()
  expect(width).toBeGreaterThan(20)
  await userEvent.click(page.getByRole('button', { name: /^Below it/ }))
  expect(presses).toBe(1)
  await userEvent.click(dismiss)
  await expect.element(dismiss).not.toBeInTheDocument()
  await expect.element(told).toHaveTextContent('')
})

it('goes by itself, and is no longer shown once something else is said', async () => {
  await render(
    <>
      <p>Elsewhere</p>
      <Announcer />
    </>,
  )
  await userEvent.hover(page.getByText('Elsewhere'))
  toast('Created api')
  await expect.element(dismiss).toBeVisible()
  confirm('No errors')
  await expect.element(dismiss).not.toBeInTheDocument()
  await expect.element(told).toHaveTextContent('No errors')
  toast('Saved api')
  await expect.element(dismiss).toBeVisible()
  await expect.poll(() => dismiss.elements().length, { timeout: 20_000 }).toBe(0)
})

it('offers what can be done about it, and stays while its buttons have the focus', async () => {
  let undone = 0
  await render(<Announcer />)
  toast('Archived api', { label: 'Undo', run: () => (undone += 1) })
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  ;(undo.element() as HTMLElement).focus()
  await new Promise((resolve) => setTimeout(resolve, 6_500))
  await expect.element(undo).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(undone).toBe(1)
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(told).toHaveTextContent('')
})
