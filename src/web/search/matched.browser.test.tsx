import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { cdp, page } from 'vitest/browser'
import { Matched } from './rows.tsx'

const emulate = (forced: 'active' | 'none', scheme: 'dark' | 'light') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'forced-colors', value: forced },
      { name: 'prefers-color-scheme', value: scheme },
    ],
  })

afterEach(() => emulate('none', 'light'))

it('draws what matches in the text colour where the system has its own, dark or light', async () => {
  await render(<Matched text="jour" of="search-journey" />)
  const mark = page.getByRole('mark').element()
  expect(mark).toHaveTextContent('jour')
  for (const scheme of ['dark', 'light'] as const) {
    await emulate('active', scheme)
    expect(getComputedStyle(mark).color, scheme).toBe(getComputedStyle(document.body).color)
  }
})
