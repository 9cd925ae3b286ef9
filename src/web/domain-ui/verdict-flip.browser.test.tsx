import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { VerdictFlip } from './verdict-flip.tsx'
import { VerdictWhy } from './why-link.tsx'

it('ends with the way to the reason at the edge of its cell, as a verdict that did not flip', async () => {
  const why = (
    <VerdictWhy
      verdict="non-compliant"
      of="environment"
      subject="prod-eu"
      page={{ org: 'acme', env: 'prod-eu' }}
    />
  )
  await renderInRouter(
    <div style={{ width: 400 }}>
      {why}
      <VerdictFlip from={{ verdict: 'compliant' }} to={{ verdict: 'non-compliant' }}>
        {why}
      </VerdictFlip>
    </div>,
  )
  const [plain, flipped] = page.getByRole('link').elements()
  const edge = plain!.parentElement!.getBoundingClientRect().right
  expect(plain!.getBoundingClientRect().right).toBe(edge)
  expect(flipped!.getBoundingClientRect().right).toBe(edge)
})
