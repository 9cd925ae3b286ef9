import { expect, test } from 'vitest'
import { demandsOf } from './policy-demands.ts'
import { parsePolicy } from './parse-policy.ts'

test.each<[string, string[]]>([
  ['provenance: {required: true}', ['The artifact was reported in a flow']],
  ['provenance: {required: false}', []],
  ['provenance: {exceptions: [{if: "${{ true }}"}]}', []],
  [
    `provenance: {required: true, exceptions: [{if: '\${{ artifact.name == "base" }}'}]}`,
    ['The artifact was reported in a flow, except where `artifact.name == "base"`'],
  ],
  [
    `trail-compliance:
  required: true
  exceptions:
    - if: \${{ flow == null }}
    - if: |
        \${{ flow.name == "a"
             and true }}`,
    [
      'The artifact is compliant on its trail, except where `flow == null` or `flow.name == "a" and true`',
    ],
  ],
  [
    `attestations:
  - {name: unit, type: junit}
  - {type: snyk}
  - {type: pull_request, must_be_compliant: false}
  - {name: any, type: "*"}
  - {name: scan, type: "custom:trivy"}
  - {type: "custom:trivy", if: "\${{ exists(flow.tags.risk) }}"}`,
    [
      "A JUnit attestation 'unit' is present and compliant",
      'A Snyk attestation is present, and each is compliant',
      'A pull request attestation is there',
      "An attestation 'any' is present and compliant",
      "A 'trivy' attestation 'scan' is present and compliant",
      "A 'trivy' attestation is present, and each is compliant, where `exists(flow.tags.risk)`",
    ],
  ],
  [
    `attestations:
  - {type: decision, for_control: SOC-1}
  - {name: go, type: decision, for_control: SOC-1, must_be_compliant: false}
  - {type: decision}`,
    [
      "A decision for control 'SOC-1' is present and compliant",
      "A decision 'go' for control 'SOC-1' is there",
      'A decision is present, and each is compliant',
    ],
  ],
])('%s', (rules, demands) => {
  const read = parsePolicy(`_schema: https://x/v1\nartifacts:\n${rules.replace(/^/gm, '  ')}`)
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  expect(demandsOf(read.policy).map(({ text }) => text)).toEqual(demands)
})
