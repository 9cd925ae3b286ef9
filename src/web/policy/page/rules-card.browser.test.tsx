import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { noArtifacts } from '#domain/verdict/outcome-counts.ts'
import { RulesCard } from './rules-card.tsx'

it('draws what failed otherwise than what failed but is allow-listed', async () => {
  await render(
    <RulesCard
      rules={[
        {
          line: 3,
          text: 'The artifact has provenance',
          exempt: 0,
          running: { ...noArtifacts, failed: 2, allow_listed: 1 },
        } as never,
      ]}
    />,
  )
  const fills = [...document.querySelectorAll('li svg > rect')].map((part) =>
    part.getAttribute('fill')?.replace(/^.*-(?=non-compliant|overridden)/, ''),
  )
  // In the bar, and in the legend below it.
  expect(fills).toEqual(['non-compliant)', 'overridden)', 'non-compliant)', 'overridden)'])
})
