import { expect, it, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { useDrawnParts } from './use-drawn-parts.ts'

function drawing() {
  const seen: number[] = []
  function Parts() {
    const drawn = useDrawnParts(2)
    seen.push(drawn)
    return <p>{drawn} of 2</p>
  }
  return { seen, Parts }
}

it('draws one part after the other on the first page', async () => {
  const skeleton = document.createElement('div')
  skeleton.id = 'skeleton'
  document.body.append(skeleton)
  onTestFinished(() => skeleton.remove())
  const { seen, Parts } = drawing()
  const page = await render(<Parts />)
  await expect.element(page.getByText('2 of 2')).toBeVisible()
  expect([...new Set(seen)]).toEqual([0, 1, 2])
})

it('draws any other page whole', async () => {
  const { seen, Parts } = drawing()
  await render(<Parts />)
  expect([...new Set(seen)]).toEqual([2])
})
