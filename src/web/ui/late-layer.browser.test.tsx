import { use } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { LateLayer } from './late-layer.tsx'
import { Popover } from './popover.tsx'

it('shows an opener before its layer is loaded, and keeps the focus when that comes', async () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (done: () => void) => waiting.push(done))
  await render(
    <Popover label="Owner" trigger={<Button>Owner</Button>}>
      {() => <p>Nobody yet</p>}
    </Popover>,
  )
  vi.unstubAllGlobals()
  const opener = page.getByRole('button', { name: 'Owner', expanded: false })
  const standIn = opener.element()
  await userEvent.tab()
  await expect.element(opener).toHaveFocus()
  for (const done of waiting) done()
  await expect.poll(() => standIn.isConnected).toBe(false)
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Owner' })).toBeVisible()
})

it('sends no form by Enter in a field whose layer is not loaded yet', async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const never = new Promise<never>(() => {})
  const Layer = () => use(never)
  await render(
    <form onSubmit={send}>
      <LateLayer opener={<input aria-label="Target" />} popup="listbox" onOpen={() => {}}>
        <Layer />
      </LateLayer>
    </form>,
  )
  const field = page.getByRole('textbox', { name: 'Target' })
  await field.click()
  await userEvent.keyboard('team{Enter}')
  await expect.element(field).toHaveValue('team')
  expect(send).not.toHaveBeenCalled()
})
