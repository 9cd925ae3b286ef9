import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { MenuItem } from './menu-items.tsx'
import { Menu } from './menu.tsx'

function NewFlow(props: { isAlert?: boolean; keepsOpener?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  const close = () => setOpen(false)
  return (
    <main>
      <h1 tabIndex={-1}>Flows</h1>
      {!isDone && <Button onClick={() => setOpen(true)}>New flow</Button>}
      <Menu label="Page actions" trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>New flow from a template</MenuItem>
      </Menu>
      {isOpen && (
        <Dialog title="New flow" isAlert={props.isAlert ?? false} onClose={close}>
          <input aria-label="Name" />
          <Button
            onClick={() => {
              setDone(true)
              close()
            }}
          >
            Create flow
          </Button>
        </Dialog>
      )}
    </main>
  )
}

const opener = page.getByRole('button', { name: 'New flow' })
const dialog = page.getByRole('dialog', { name: 'New flow' })

describe('the focus', () => {
  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Close', () => page.getByRole('button', { name: 'Close' }).click()],
    ['a press beside it', () => userEvent.click(document.body, { position: { x: 5, y: 5 } })],
  ])('is in the first field, and returns after %s', async (_way, leave) => {
    await render(<NewFlow />)
    await opener.click()
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
    await leave()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  it('stays inside', async () => {
    await render(<NewFlow />)
    await opener.click()
    for (let step = 0; step < 7; step += 1) {
      await userEvent.tab()
      expect(dialog.element().contains(document.activeElement)).toBe(true)
    }
  })

  it('returns to the button of the menu that opened it', async () => {
    await render(<NewFlow />)
    await page.getByRole('button', { name: 'More' }).click()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
  })

  it('goes to the heading of the page where the opener is gone', async () => {
    await render(<NewFlow />)
    await opener.click()
    await page.getByRole('button', { name: 'Create flow' }).click()
    await expect.element(page.getByRole('heading', { name: 'Flows' })).toHaveFocus()
  })
})

it('asks until it is answered where something would be lost', async () => {
  await render(<NewFlow isAlert />)
  await opener.click()
  const alert = page.getByRole('alertdialog', { name: 'New flow' })
  await userEvent.click(document.body, { position: { x: 5, y: 5 } })
  await expect.element(alert).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(alert).not.toBeInTheDocument()
})

it.each([
  ['short', 3, 'its first button'],
  ['long', 80, 'the text, at its beginning'],
])('with a %s text of %i lines it opens with the focus on %s', async (_length, count) => {
  await render(
    <Dialog title="Keyboard" onClose={() => {}}>
      {Array.from({ length: count }, (_, line) => (
        <p key={line}>Line {line}</p>
      ))}
      <Button>Done</Button>
    </Dialog>,
  )
  const line = page.getByText('Line 0')
  await expect.element(line).toBeInTheDocument()
  const body = line.element().parentElement
  await expect.poll(() => body?.contains(document.activeElement)).toBe(true)
  expect(body?.scrollTop).toBe(0)
  expect(document.activeElement === body).toBe(count > 3)
})

it.each([
  [1440, 135, 'amid the page, 15 % from its top'],
  [390, null, 'a sheet from below'],
])('is in a window of %d px at %s: %s', async (width, top, _where) => {
  await page.viewport(width, 900)
  await render(<NewFlow />)
  await opener.click()
  const box = dialog.element().getBoundingClientRect()
  if (top === null) expect([box.bottom, box.width]).toEqual([900, 390])
  else expect(box.top).toBe(top)
  await page.viewport(1440, 900)
})

const fields = Array.from({ length: 30 }, (_, index) => (
  <label key={index} className="block">
    Field {index}
    <input />
  </label>
))

const focus = (name: string) =>
  (page.getByRole('button', { name }).element() as HTMLElement).focus()

/** Whether the whole of what has the focus is seen, above and below. */
function isSeen() {
  const focused = document.activeElement!
  const { left, width, top, bottom } = focused.getBoundingClientRect()
  const at = (y: number) => document.elementFromPoint(left + width / 2, y)
  return [top + 1, bottom - 1].every((y) => focused.contains(at(y)))
}

describe('what takes the focus', () => {
  it('is not covered by the foot of a dialog, whose buttons scroll nothing', async () => {
    await page.viewport(1280, 700)
    await render(
      <ActionDialog title="Allow" action="Allow" onConfirm={() => {}} onClose={() => {}}>
        {fields}
      </ActionDialog>,
    )
    await expect.element(page.getByLabelText('Field 0')).toHaveFocus()
    focus('Cancel')
    expect(document.querySelector('[data-dialog-body]')?.scrollTop).toBe(0)
    focus('Close')
    for (let step = 0; step < fields.length; step += 1) {
      await userEvent.tab()
      expect([step, isSeen()]).toEqual([step, true])
    }
    await page.viewport(1440, 900)
  })

  it('is not covered by the bar at the top of a page, whose buttons scroll nothing', async () => {
    await page.viewport(1280, 700)
    await render(
      <>
        <header className="sticky top-0 z-20 flex h-12 bg-bg">
          <Button>Search</Button>
        </header>
        <main>
          {fields}
          {fields}
          <Button>Last</Button>
        </main>
      </>,
    )
    await expect.element(page.getByRole('button', { name: 'Last' })).toBeInTheDocument()
    focus('Last')
    const bottom = scrollY
    focus('Search')
    expect([bottom > 100, scrollY]).toEqual([true, bottom])
    focus('Last')
    for (let step = 0; step < 2 * fields.length; step += 1) {
      await userEvent.tab({ shift: true })
      expect([step, isSeen()]).toEqual([step, true])
    }
    await page.viewport(1440, 900)
  })
})
