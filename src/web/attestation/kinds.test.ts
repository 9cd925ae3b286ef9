import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { verdictOf } from '#domain/verdict-of-attestation.ts'
import { isKnownKind, kinds } from './kinds.tsx'

test.each(Object.keys(kinds).filter(isKnownKind))(
  'the example of %s is a report that passes',
  (kind) => {
    const { endpoint, sample } = kinds[kind]
    const body = { attestation_name: 'example', ...sample }
    const parsed = endpoints[endpoint].body.schema.parse(body)
    expect(parsed).toEqual(body)
    expect(verdictOf[kind](parsed as never)).toBe(true)
  },
)

test('knows its types, and not what objects inherit', () => {
  expect(isKnownKind('jira')).toBe(true)
  expect(isKnownKind('constructor')).toBe(false)
})
