import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePolicy } from './parse-policy.ts'
import { type AttestationDraft, draftOf, hasComments, writePolicy } from './policy-draft.ts'

const review: AttestationDraft = {
  name: 'review',
  type: 'generic',
  if: { text: 'exists(flow)' },
  must_be_compliant: false,
  for_control: null,
}

test('writes readable YAML', () => {
  const exceptions = [{ if: { text: "flow.name == 'legacy: #1'" } }]
  const decision = { ...review, name: '*', type: 'decision', if: null, must_be_compliant: true }
  const draft = {
    provenance: { required: true, exceptions },
    trail_compliance: null,
    attestations: [review, { ...decision, for_control: 'SC-1' }],
  }
  expect(writePolicy(draft, '_schema: https://acme.example/v1\n'))
    .toBe(`_schema: https://acme.example/v1
artifacts:
  provenance:
    required: true
    exceptions:
      - if: '\${{ flow.name == ''legacy: #1'' }}'
  attestations:
    - type: generic
      name: review
      must_be_compliant: false
      if: \${{ exists(flow) }}
    - type: decision
      for_control: SC-1
`)
})

const literal = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !/['"\\]|\}\}/.test(text) && text.isWellFormed())
const expression = fc.oneof(
  fc.constantFrom('exists(flow)', 'flow.tags.tier == "1" and not exists(flow)', 'flow != null'),
  literal.map((text) => `artifact.name == '${text}'`),
  literal.map((text) => `flow.name in ["${text}", 'it']`),
)
const condition = expression.map((text) => ({ text }))
const requirement = fc.option(
  fc.record({
    required: fc.boolean(),
    exceptions: fc.array(fc.record({ if: condition }), { maxLength: 3 }),
  }),
)
const word = fc.stringMatching(/^[a-zA-Z0-9\-_,]{1,8}$/)
const named = fc.oneof(word, fc.constantFrom('null', 'true', '12', '1e3', '0x1', '-', 'no'))
const attestation = fc.oneof(
  fc.record({
    name: named,
    type: fc.oneof(
      fc.constantFrom('*', 'junit', 'snyk', 'generic', 'pull_request'),
      fc.stringMatching(/^custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]{0,8}$/),
    ),
    if: fc.option(condition),
    must_be_compliant: fc.boolean(),
    for_control: fc.constant(null),
  }),
  fc.record({
    name: fc.constant('*'),
    type: fc.constant('decision'),
    if: fc.option(condition),
    must_be_compliant: fc.boolean(),
    for_control: fc.option(fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9\-._~]{0,8}$/)),
  }),
)
const draft = fc.record({
  provenance: requirement,
  trail_compliance: requirement,
  attestations: fc.array(attestation, { maxLength: 4 }),
})

test('writes YAML that parses to the same draft', () => {
  fc.assert(
    fc.property(draft, (draft) => {
      const read = parsePolicy(writePolicy(draft))
      expect('policy' in read ? draftOf(read.policy) : read).toEqual(draft)
    }),
  )
})

test.each([
  ['_schema: https://a.example/v1\n', false],
  ['# why\n_schema: https://a.example/v1\n', true],
  ['_schema: https://a.example/v1 # why\n', true],
  ['_schema: https://a.example/x#y/v1\n', false],
])('%j has comments: %s', (text, has) => {
  expect(hasComments(text)).toBe(has)
})
