import { expect, test } from 'vitest'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { verdictOf } from '#domain/attestation/attestation-verdict.ts'
import { kinds } from './kinds.tsx'

test.each(Object.keys(kinds) as AttestationKind[])(
  'the example of %s is a report that passes',
  (kind) => {
    const { endpoint, sample } = kinds[kind]
    const body = { attestation_name: 'example', ...sample }
    const parsed = endpoint.body.schema.parse(body)
    expect(parsed).toEqual(body)
    if (kind !== 'custom') expect(verdictOf[kind](parsed as never)).toBe(true)
  },
)

test('knows its types, and not what objects inherit', () => {
  expect(kindOf('jira')).toBe('jira')
  expect(kindOf('custom:jira')).toBe('custom')
  expect(['constructor', 'custom', 'coverage'].map(kindOf)).toEqual([null, null, null])
})
