import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { TimeAgo, useNow } from './time.tsx'

it('draws a moment once, until time has passed', async () => {
  const drawn: number[] = []
  function Moment() {
    drawn.push(useNow())
    return null
  }
  await render(<Moment />)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(drawn).toHaveLength(1)
})

it('keeps an age on one line, and breaks before it', async () => {
  const { container } = await render(
    <p style={{ width: 40 }}>
      for <TimeAgo at={Date.now() / 1_000 - 3 * 86_400 - 60} />
    </p>,
  )
  const age = container.querySelector('time')!
  expect(age.textContent).toBe('3 d')
  expect(age.getClientRects()).toHaveLength(1)
})
