import { expect, test } from 'vitest'
import type { PreviewedTrail } from '#contract/template/template.ts'
import { effectText } from './draft-card.tsx'

const trail = (
  state: PreviewedTrail['state'],
  state_with_draft: PreviewedTrail['state'],
): PreviewedTrail => ({ name: 'run', state, state_with_draft, missing: [] })
const kept = trail('COMPLIANT', 'COMPLIANT')
const failing = trail('COMPLIANT', 'NON-COMPLIANT')
const lacking = trail('NON-COMPLIANT', 'INCOMPLETE')

test.each([
  [[], 'There is no trail yet to try the draft on.'],
  [[kept, kept], 'None of the last 2 trails would change: 2 compliant with this draft.'],
  [
    [kept, failing, lacking],
    '2 of the last 3 trails would change: 1 compliant, 1 non-compliant, 1 incomplete with this draft.',
  ],
  [[kept], 'The only trail would stay compliant.'],
  [[lacking], 'The only trail would be incomplete.'],
])('%j', (trails, text) => {
  expect(effectText(trails)).toBe(text)
})
