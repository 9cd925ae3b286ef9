import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Without comments and long names: each page that is checked compiles it anew. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Returns axe's violations of a page, or a part of it: each rule with its first occurrence. */
export async function violationsOf(page: Page, part = ':root'): Promise<string[]> {
  // Evaluated by the browser's tools, so that the page's content security policy is not changed.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (selector) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    const { violations } = await loaded.run(selector, {
      resultTypes: ['violations'],
      preload: false,
      // Axe leaves them off by itself.
      rules: {
        'target-size': { enabled: true },
        'label-content-name-mismatch': { enabled: true },
      },
    })
    return violations.flatMap(({ id, nodes }) => {
      // A node of a tree is called by its own line, not by those below it as well.
      const found = nodes.filter(
        ({ html }) =>
          id !== 'label-content-name-mismatch' || !html.startsWith('<li role="treeitem"'),
      )
      return found.length > 0 ? [`${id}: ${found[0]?.html}`] : []
    })
  }, part)
}
