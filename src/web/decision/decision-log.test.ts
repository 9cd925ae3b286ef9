import { expect, it } from 'vitest'
import { decisionFiltersOf } from './decision-log.tsx'
import { lastDecisionsQuery } from './queries.ts'

const labelsOf = (ofAll: boolean) =>
  decisionFiltersOf({}, ofAll, () => undefined).map(({ label }) => label)

it('has filters of controls and of archived flows where it is of all decisions', () => {
  expect(labelsOf(true)).toEqual([
    'Verdict',
    'Control',
    'Flow',
    'Fingerprint',
    'Archived flows',
    'Recorded',
  ])
})

it('always has those of archived flows where it is of one control', () => {
  expect(labelsOf(false)).toEqual(['Verdict', 'Flow', 'Fingerprint', 'Recorded'])
})

it('shows the last decisions about a control, whether or not their flow was archived', () => {
  expect(JSON.stringify(lastDecisionsQuery('acme', 'C-1').queryKey)).toContain(
    '"archived":"include"',
  )
})
