import { expect, it } from 'vitest'
import { decisionColumns } from './columns.tsx'

const idsOf = (ofAll: boolean, hasViolations: boolean) =>
  decisionColumns('acme', ofAll, hasViolations).map(({ id }) => id)

it('has a column of violations where a decision has one', () => {
  expect(idsOf(true, true)).toContain('violations')
  expect(idsOf(false, true)).toContain('violations')
})

it('leaves that column out where all decisions are without', () => {
  expect(idsOf(true, false)).not.toContain('violations')
})
