import { expect, test } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { type RecentQuestion, recentQuestionOf, withFirst } from './recent-questions.ts'

const asked = (change: Partial<RecentQuestion>): RecentQuestion => ({
  fingerprint: ['a'],
  names: ['api:1'],
  environment: ['production', 'staging'],
  compliant: true,
  results: 2,
  failing: 0,
  qualifiers: noQualifiers,
  evaluated_at: 1,
  ...change,
})

test('a question that is asked again stands once, first, with its newest answer', () => {
  const other = asked({ fingerprint: ['b'] })
  const again = asked({ environment: ['staging', 'production'], compliant: false, failing: 1 })
  expect(withFirst(again, [other, asked({})])).toEqual([again, other])
})

test('six questions are kept', () => {
  const questions = Array.from({ length: 9 }, (_, i) => asked({ fingerprint: [String(i)] }))
  const kept = questions.reduce<RecentQuestion[]>((list, one) => withFirst(one, list), [])
  expect(kept.map(({ fingerprint }) => fingerprint[0])).toEqual(['8', '7', '6', '5', '4', '3'])
})

const answer = {
  evaluated_at: 5,
  compliant: false,
  counts: { compliant: 1, non_compliant: 2, unknown: 0 },
  qualifiers: noQualifiers,
  overrides: [],
  artifacts: [{ fingerprint: 'a', name: 'api:1', is_known: true }],
  environments: [{ name: 'production', type: null, policies: [], problem: null }],
  results: [{}, {}, {}] as never,
  has_more: false,
}

test('of an answer, its question, worst result and counts are kept', () => {
  expect(recentQuestionOf(undefined, answer)).toEqual({
    ...asked({ environment: ['production'], compliant: false, results: 3, failing: 2 }),
    evaluated_at: 5,
  })
})

test('of all of a snapshot, its name is kept in place of its artifacts', () => {
  expect(recentQuestionOf('staging#3', answer)).toMatchObject({
    snapshot: 'staging#3',
    fingerprint: [],
    names: [],
  })
})

test('what is no answer is not kept', () => {
  expect(recentQuestionOf(undefined, { ...answer, results: [] })).toBeNull()
})
