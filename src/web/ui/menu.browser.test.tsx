import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { MenuItem, MenuLink } from './menu-items.tsx'
import { Menu } from './menu.tsx'

const item = (name: string) => page.getByRole('menuitem', { name })

async function open(onSelect = vi.fn()) {
  await render(
    <Menu label="Page actions" trigger={<Button>More</Button>}>
      <MenuItem onSelect={onSelect}>Copy link</MenuItem>
      <MenuItem onSelect={onSelect}>Raw JSON</MenuItem>
      <MenuItem refusal="Needs the role Member" onSelect={onSelect}>
        Edit tags
      </MenuItem>
    </Menu>,
  )
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('menu', { name: 'Page actions' })).toBeVisible()
  return onSelect
}

// The first test of the file: afterwards menus are loaded.
it('opens on its first item by a key that comes before it is loaded', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0)
  await render(
    <Menu label="Page actions" trigger={<Button>More</Button>}>
      <MenuItem onSelect={vi.fn()}>Copy link</MenuItem>
    </Menu>,
  )
  vi.unstubAllGlobals()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Copy link')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
})

it('is walked with arrows, from the last to the first', async () => {
  await open()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Copy link')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Raw JSON')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Copy link')).toHaveFocus()
})

it('jumps to what begins with a letter, and does it with Enter', async () => {
  const onSelect = await open()
  await userEvent.keyboard('r')
  await expect.element(item('Raw JSON')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
})

it('closes on Escape, and gives the focus back', async () => {
  const onSelect = await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus()
  expect(onSelect).not.toHaveBeenCalled()
})

it('closes with a link that goes elsewhere by script', async () => {
  await render(
    <Menu label="Views" trigger={<Button>Views</Button>}>
      <MenuLink>
        <a href="#all" onClick={(event) => event.preventDefault()}>
          All
        </a>
      </MenuLink>
    </Menu>,
  )
  await page.getByRole('button', { name: 'Views' }).click()
  await item('All').click()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Views' })).toHaveFocus()
})

it('keeps what is refused, with the reason', async () => {
  const onSelect = await open()
  await expect.element(item('Edit tags Needs the role Member')).toBeDisabled()
  await item('Edit tags').click({ force: true })
  expect(onSelect).not.toHaveBeenCalled()
})
