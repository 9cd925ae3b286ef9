import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { VerdictLabel } from './verdict.tsx'

/** Where the letters of a text end, in pixels from the top. */
function endOf(text: string): number {
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (walker.currentNode.textContent !== text) continue
    range.selectNodeContents(walker.currentNode)
    return range.getBoundingClientRect().bottom
  }
  throw new Error(`There is no text ${text}`)
}

it('stands on one line with what is beside it', async () => {
  await render(
    <p className="flex items-baseline gap-2 text-table">
      <span className="flex">
        <VerdictLabel verdict="non-compliant" />
      </span>
      <span>5 attestations</span>
    </p>,
  )
  expect(endOf('Non-compliant')).toBe(endOf('5 attestations'))
})
