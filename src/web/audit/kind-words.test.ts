import { expect, it } from 'vitest'
import { auditObjectTypes, auditResults } from '#contract/audit-log/audit-log.ts'
import { auditKinds } from '#contract/audit-log/audit-kind.ts'
import { kindWords, objectWords, resultWords } from './kind-words.ts'

it('has words of its own for every kind of change, object and result, and for no other', () => {
  expect(Object.keys(kindWords).toSorted()).toEqual(auditKinds.toSorted())
  expect(new Set(Object.values(kindWords)).size).toBe(auditKinds.length)
  expect(Object.keys(objectWords).toSorted()).toEqual(auditObjectTypes.toSorted())
  expect(Object.keys(resultWords)).toEqual([...auditResults])
})
