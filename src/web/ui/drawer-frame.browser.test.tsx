import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Button } from './button.tsx'
import { DrawerFrame } from './drawer-frame.tsx'
import { drawerSlotId } from './drawer-slot.tsx'
import { listenForShortcuts } from './shortcuts.ts'

let stop = () => undefined as void
beforeEach(() => {
  stop = listenForShortcuts()
})
afterEach(async () => {
  stop()
  await page.viewport(1440, 900)
})

function Page() {
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      <main>
        <Button onClick={() => setAt(1)}>Open</Button>
      </main>
      <div id={drawerSlotId} />
      {at !== null && (
        <DrawerFrame
          title={`Evidence ${at}`}
          foot={<Button>Override</Button>}
          raw={{ at }}
          steps={{
            onClose: () => setAt(null),
            onPrevious: null,
            onNext: () => setAt(at + 1),
            takesFocus: true,
          }}
        >
          <p className="h-[2000px]">What was reported</p>
        </DrawerFrame>
      )}
    </>
  )
}

const open = async () => {
  await render(<Page />)
  await page.getByRole('button', { name: 'Open' }).click()
}

it('takes the focus, steps with ] and closes with Escape', async () => {
  await open()
  await expect.element(page.getByRole('complementary', { name: 'Evidence 1' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Evidence 1' })).toHaveFocus()
  await userEvent.keyboard(']')
  await expect.element(page.getByRole('heading', { name: 'Evidence 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Raw JSON' }).click()
  await expect.element(page.getByText('"at": 2')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
})

it('is the whole screen on a phone, and all that can be reached', async () => {
  await page.viewport(390, 844)
  await open()
  const drawer = page.getByRole('dialog', { name: 'Evidence 1' })
  await expect.element(drawer).toHaveAttribute('aria-modal', 'true')
  expect(drawer.element().getBoundingClientRect().width).toBe(390)
})

it.each([
  [900, 'stay', true],
  [400, 'scroll away', false],
])('in a window of %d px of height its head and foot %s', async (height, _what, stays) => {
  await page.viewport(1440, height)
  await open()
  const drawer = page.getByRole('complementary').element()
  const details = page.getByRole('region', { name: 'Details' }).element()
  for (const scroller of [drawer, details]) scroller.scrollTo(0, 500)
  const { top } = page
    .getByRole('heading', { name: 'Evidence 1' })
    .element()
    .getBoundingClientRect()
  expect(top > 0).toBe(stays)
})
