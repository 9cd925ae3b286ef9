import { expect, it } from 'vitest'
import type { ControlCoverage } from '#contract/control/control-page.ts'
import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { populationLines } from '#domain/control/coverage-population.ts'
import { countRequirements } from '#domain/control/requirements.ts'
import { noArtifacts, populationOf } from '#domain/verdict/outcome-counts.ts'
import {
  coverageAnswer,
  coverageParts,
  headingRemark,
  headingText,
  isQualified,
} from './coverage-labels.ts'
import { frameworkSum, requirementLines, requirementsAnswer } from './requirement-labels.ts'

const coverage = (counts: Partial<OutcomeCounts>): ControlCoverage => ({
  outcome: 'passing',
  total: 1,
  covered: 1,
  running: { ...noArtifacts, ...counts },
  population: '',
})
const fresh = coverage({ passed: 13 })
const old = coverage({ passed: 13, expired: 2 })
const mixed = coverage({ passed: 13, expired: 2, by_exception: 1 })

it.each([
  [fresh, 'All 13 pass', '13 of 13 asked, all pass'],
  [old, 'All 13 pass, 2 on expired evidence', '13 of 13 asked, 2 on expired evidence'],
  [
    mixed,
    'All 13 pass, 2 on expired evidence, 1 by exception',
    '13 of 13 asked, 2 on expired evidence, 1 by exception',
  ],
])('says of %j: %s', (one, heading, population) => {
  expect(headingText(one)).toBe(heading)
  expect(populationLines(one).join(', ')).toBe(population)
  expect(isQualified(one)).toBe(one !== fresh)
})

it('does not say that nothing runs where a report is overdue or was never made', () => {
  const none = coverage({})
  const answerOf = (outcome: ControlCoverage['outcome']) => coverageAnswer({ ...none, outcome })
  expect(answerOf('empty')).toMatch(/^0 in scope: nothing runs in 1 environment,/)
  expect(answerOf('stale')).toBe(
    '0 in scope: nothing is known to run in 1 environment, but a report is overdue.',
  )
  expect(answerOf('unknown')).toMatch(/ but not all have been reported\.$/)
  expect(headingText({ ...none, outcome: 'stale' })).toBe('Stale')
  expect(headingRemark({ ...none, outcome: 'stale' })).toBe(
    'Nothing ran in its scope when last seen',
  )
})

it('counts in parts that add up, and in a sentence', () => {
  const parts = coverageParts.map(({ count }) => count(mixed.running))
  expect(parts).toEqual([10, 2, 1, 0, 0, 0, 0])
  expect(parts.reduce((sum, one) => sum + one)).toBe(populationOf(mixed.running))
  expect(coverageAnswer(mixed)).toBe(
    'Asked of 13 of 13 running artifacts in scope, 100\u00a0%: 13 passed, 2 of them on expired evidence, 1 of them by exception.',
  )
})

it('lets no requirement pass plainly on expired evidence', () => {
  const requirements = [fresh, old, coverage({ passed: 1, by_exception: 1 })].map((one, index) => ({
    framework: 'soc2',
    requirement: `CC${index}`,
    outcome: 'passing' as const,
    controls: [{ identifier: 'C-1', name: 'Scan', coverage: one }],
  }))
  const counts = countRequirements(requirements)
  expect(requirementsAnswer(counts)).toEqual({
    answer: '1 of 3 requirements passes without exception',
    rest: '1 passes on expired evidence, 1 passes by exception',
  })
  expect(frameworkSum(counts)).toBe(
    '3 requirements: 1 passes, 1 passes on expired evidence, 1 passes by exception',
  )
  expect(requirements.map(requirementLines)).toEqual([
    ['13 of 13 asked'],
    ['evidence expired'],
    ['by exception'],
  ])
})
