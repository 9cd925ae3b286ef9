import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Card } from './card.tsx'
import { ReservedSpace } from './reserved-space.tsx'
import { PendingCard } from './skeleton.tsx'

const heights = { wide: 298, middle: 320, phone: 394 }
const room = () => document.querySelector('.room')!.getBoundingClientRect().height

afterEach(() => page.viewport(1440, 900))

it.each([
  [1440, 298],
  [800, 320],
  [390, 394],
])('is at %i px as high before its drawing is there as with it', async (width, height) => {
  await page.viewport(width, 900)
  const { rerender } = await render(
    <ReservedSpace heights={heights}>
      <PendingCard shape="chart" />
    </ReservedSpace>,
  )
  expect(room()).toBe(height)
  const drawing = <svg height={120} />
  await rerender(
    <ReservedSpace heights={heights}>
      <Card title="Is it steady?" answer="Yes.">
        {drawing}
      </Card>
    </ReservedSpace>,
  )
  expect(room()).toBe(height)
  // A card that is less high fills it.
  expect(document.querySelector('section')!.getBoundingClientRect().height).toBe(height)
})

it('leaves no room where a question is answered without a drawing, or nothing is asked', async () => {
  const { rerender } = await render(
    <ReservedSpace heights={heights}>
      <Card title="Is it steady?" answer="Nothing was built.">
        {null}
      </Card>
    </ReservedSpace>,
  )
  expect(room()).toBeLessThan(80)
  await rerender(<ReservedSpace heights={heights}>{null}</ReservedSpace>)
  expect(room()).toBe(0)
})
