import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { type TreeNode, VerdictTree } from './tree.tsx'

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
