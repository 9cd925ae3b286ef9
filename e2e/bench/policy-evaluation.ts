import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { evaluate } from '#domain/policy/evaluate-policies.ts'
import type { PolicyInput, NamedPolicy } from '#domain/policy/policy-input.ts'
import { parsePolicy } from '#domain/policy/parse-policy.ts'
import { median } from './time-by-turns.ts'

const repeats = 9

const yamlOf = (index: number) => `_schema: https://cairn.example/policy/v1
artifacts:
  provenance:
    required: true
    exceptions:
      - if: \${{ matches(artifact.name, "^agents/[a-z]+${index}$") }}
      - if: \${{ artifact.name in ["base", "proxy-${index}"] }}
  trail-compliance:
    required: true
    exceptions:
      - if: \${{ flow.tags.risk == "low" }}
  attestations:
    - {name: unit-test-${index % 3}, type: junit}
    - {type: snyk, if: '\${{ flow.tags.level > ${index} and flow.name != "labs" }}'}
    - {type: decision, for_control: SOC-${index % 2}}
    - {name: review, type: pull_request, must_be_compliant: false}
`

function policyOf(index: number): NamedPolicy {
  const read = parsePolicy(yamlOf(index))
  if ('problems' in read) throw new Error(read.problems[0]?.message)
  return { policy_name: `policy-${index}`, policy_version: 1, policy: read.policy }
}

const kinds = [
  ...[0, 1, 2].map((index) => [`unit-test-${index}`, 'junit', null] as const),
  ['image-scan', 'snyk', null] as const,
  ['code-scan', 'snyk', null] as const,
  ['release', 'system:decision', 'SOC-0'] as const,
  ['review', 'pull_request', null] as const,
  ['notes', 'generic', null] as const,
]

const evidenceOf = (artifact: number): FoundAttestation[] =>
  kinds.map(([attestation_name, attestation_type, control], index) => ({
    attestation_id: `${artifact}-${index}`,
    attestation_name,
    attestation_type,
    control,
    is_compliant: (artifact + index) % 7 > 0,
    recorded_at: artifact,
    scope: index % 2 ? 'artifact' : 'trail',
  }))

const artifactOf = (index: number): PolicyInput => ({
  name: `registry.example.com/app-${index}`,
  fingerprint: index.toString(16).padStart(64, '0'),
  flows: [
    {
      flow_name: `flow-${index % 50}`,
      tags: { risk: index % 3 ? 'high' : 'low', level: String(index % 12) },
      trail_name: `build-${index}`,
      state: index % 5 ? 'COMPLIANT' : 'INCOMPLETE',
      evidence: evidenceOf(index),
    },
  ],
})

/** Measures milliseconds to evaluate running artifacts by all policies: first, and once warm. */
export function measurePolicyEvaluation() {
  const size = { artifacts: 5000, policies: 10 }
  const policies = Array.from({ length: size.policies }, (_, index) => policyOf(index))
  const artifacts = Array.from({ length: size.artifacts }, (_, index) => artifactOf(index))
  const times = Array.from({ length: repeats }, () => {
    const begun = performance.now()
    evaluate({ policies, artifacts, allowed: new Set() })
    return performance.now() - begun
  })
  return { ...size, first: times[0] ?? 0, warm: median(times.slice(1)) }
}
