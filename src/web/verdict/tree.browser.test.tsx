import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { type TreeNode, VerdictTree } from './tree.tsx'

afterEach(() => page.viewport(1440, 900))

const root: TreeNode = {
  key: 'root',
  verdict: 'non-compliant',
  qualifiers: { ...noQualifiers, judged: 1, overridden: 1 },
  kind: 'Environment',
  label: 'shop-assets',
  end: '2 of 3 artifacts fail',
}

it('says a verdict and what qualifies it once', async () => {
  await render(<VerdictTree label="Why" root={root} />)
  const [item] = page.getByRole('treeitem').elements()
  expect(item).toHaveAccessibleName(
    'Non-compliant Environment shop-assets by override 2 of 3 artifacts fail',
  )
})

it.each([
  [1440, false],
  [320, true],
])('at %i px, what stands at the end of an item is below its name: %s', async (width, isBelow) => {
  await page.viewport(width, 900)
  const label = 'registry.example.com/shop/assets-of-the-front-page'
  await render(<VerdictTree label="Why" root={{ ...root, label }} />)
  const rectOf = (text: string) => page.getByText(text).element().getBoundingClientRect()
  const [name, end] = [rectOf(label), rectOf('2 of 3 artifacts fail')]
  expect(end.top >= name.bottom).toBe(isBelow)
  expect(name.width).toBeGreaterThan(200)
  expect(end.right).toBeLessThanOrEqual(width)
})
