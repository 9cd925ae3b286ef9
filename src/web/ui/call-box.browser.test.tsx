import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { CallBox } from './call-box.tsx'

const call = `curl -X PUT https://cairn.example/api/v2/flows/northgate \\
  -H "Authorization: Bearer \${CAIRN_KEY:?API key}" \\
  -d '{"name":"checkout-web","description":"What the shop is built from"}'`

/** How far from the left edge of the box each sign stands that continues the command. */
function signsIn(box: Element): number[] {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found: number[] = []
  while (texts.nextNode()) {
    const { data } = texts.currentNode as Text
    for (const { index } of data.matchAll(/\\/g)) {
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + 1)
      found.push(range.getBoundingClientRect().left - box.getBoundingClientRect().left)
    }
  }
  return found
}

test('a command that wraps begins no line with the sign that continues it', async () => {
  const screen = await render(<CallBox call={call} />)
  const box = screen.container.querySelector('pre')!
  expect(box.textContent).toBe(call)
  for (let width = 180; width < 500; width += 5) {
    screen.container.style.width = `${width}px`
    const signs = signsIn(box)
    expect(signs).toHaveLength(2)
    // The padding of the box, and a sign before it.
    expect(Math.min(...signs), `${width} px`).toBeGreaterThan(16)
  }
})
