import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { EnvironmentsCard } from './environments-card.tsx'

const counts = { passed: 1, expired: 0, by_exception: 0, failed: 0, allow_listed: 0 }
const plain = { ...noQualifiers, judged: 1 }

it.each([
  ['Compliant', null, plain],
  ['Stale, last compliant', 1_700_000_000, plain],
  ['Compliant, evidence expired', null, { ...plain, expired: ['generic'] }],
])('marks an environment as "%s"', async (text, stale_at, qualifiers) => {
  const environment = {
    name: 'branch-kiosks',
    type: 'server' as const,
    state: true,
    stale_at,
    qualifiers,
    attached_at: 1_690_000_000,
    attached_by: 'ada',
    running: { ...counts, stale: 0, unknown: 0, not_asked: 0 },
  }
  await renderInRouter(
    <EnvironmentsCard
      org="acme"
      policy="known"
      environments={[environment]}
      refusal={null}
      onAttach={() => {}}
    />,
  )
  const names = page.getByRole('listitem').getByRole('img').elements()
  expect(names.map((mark) => mark.getAttribute('aria-label'))).toEqual([text])
})
