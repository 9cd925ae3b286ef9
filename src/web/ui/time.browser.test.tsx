import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { useNow } from './time.tsx'

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
