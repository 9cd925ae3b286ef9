import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Button } from './button.tsx'
import { Popover } from './popover.tsx'

it('opens a layer that is loaded between press and release of its opener', async () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (done: () => void) => waiting.push(done))
  await render(
    <Popover label="Owner" trigger={<Button>Owner</Button>}>
      {() => <p>Nobody yet</p>}
    </Popover>,
  )
  vi.unstubAllGlobals()
  const standIn = page.getByRole('button', { name: 'Owner', expanded: false }).element()
  standIn.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
  for (const done of waiting) done()
  await expect.poll(() => standIn.isConnected).toBe(false)
  await expect.element(page.getByRole('dialog', { name: 'Owner' })).toBeVisible()
})
