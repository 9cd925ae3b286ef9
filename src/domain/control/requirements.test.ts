import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { requirementOutcome, requirementsOf } from './requirements.ts'

const controls: Parameters<typeof requirementsOf>[0] = [
  { identifier: 'RCTL-10', tags: { soc2: 'CC8.1, CC8.10', owner: 'payments' } },
  { identifier: 'RCTL-2', tags: { soc2: 'CC8.1,CC8.2,,CC8.1', tier: '1' } },
  { identifier: 'RCTL-3', tags: { iso27001: 'A.8.32', owner: 'team 2', pci: '' } },
]
const rowsOf = (wanted?: string[]) =>
  requirementsOf(controls, wanted).requirements.map(
    ({ framework, requirement, controls }) => `${framework} ${requirement}: ${controls.join(' ')}`,
  )

test('takes tags with requirement numbers for frameworks', () => {
  expect(rowsOf()).toEqual([
    'iso27001 A.8.32: RCTL-3',
    'soc2 CC8.1: RCTL-2 RCTL-10',
    'soc2 CC8.2: RCTL-2',
    'soc2 CC8.10: RCTL-10',
  ])
})

test('takes any wanted key for a framework', () => {
  expect(rowsOf(['owner', 'absent'])).toEqual(['owner payments: RCTL-10', 'owner team 2: RCTL-3'])
  expect(requirementsOf(controls, ['owner']).frameworks).toEqual([
    { name: 'iso27001', requirement_count: 1, is_shown: false },
    { name: 'owner', requirement_count: 2, is_shown: true },
    { name: 'soc2', requirement_count: 3, is_shown: false },
    { name: 'tier', requirement_count: 1, is_shown: false },
  ])
})

test('accepts any tags', () => {
  const tags = fc.dictionary(fc.string(), fc.string())
  fc.assert(
    fc.property(fc.array(tags), (all) => {
      const { requirements } = requirementsOf(
        all.map((tags, at) => ({ identifier: `${at}`, tags })),
      )
      for (const one of requirements) expect(one.controls.length).toBeGreaterThan(0)
    }),
  )
})

describe('a requirement is', () => {
  it.each([
    ['passing', ['passing', 'passing']],
    ['failing', ['passing', 'unknown', 'failing']],
    ['stale', ['passing', 'unknown', 'stale']],
    ['unknown', ['passing', 'not_asked', 'unknown']],
    ['partly_asked', ['passing', 'partly_asked']],
    ['partly_asked', ['passing', 'not_asked']],
    // Nothing in the scope of a control is no pass either.
    ['partly_asked', ['passing', 'empty']],
    ['not_asked', ['not_asked', 'empty']],
    ['not_asked', ['empty']],
    ['not_asked', []],
  ] as const)('%s by controls that are %j', (outcome, outcomes) => {
    expect(requirementOutcome(outcomes.map((one) => ({ outcome: one })))).toBe(outcome)
  })
})
