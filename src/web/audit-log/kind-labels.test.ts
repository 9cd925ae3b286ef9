import { expect, it } from 'vitest'
import { auditChoices } from '#contract/audit-log/audit-group.ts'
import { auditKinds } from '#contract/audit-log/audit-kind.ts'
import { auditObjectTypes, auditResults } from '#contract/audit-log/audit-log.ts'
import { groupLabels, kindLabels, objectLabels, resultLabels } from './kind-labels.ts'

it('has a label of its own for every kind of change, object and result, and for no other', () => {
  expect(Object.keys(kindLabels).toSorted()).toEqual(auditKinds.toSorted())
  expect(new Set(Object.values(kindLabels)).size).toBe(auditKinds.length)
  expect(Object.keys(objectLabels).toSorted()).toEqual(auditObjectTypes.toSorted())
  expect(Object.keys(resultLabels)).toEqual([...auditResults])
  expect(Object.keys(groupLabels)).toEqual([...auditChoices])
})
