import { noLimits } from '#domain/verdict/evidence-age.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttestationRule, PolicyDocument } from '#contract/policy/policy-document.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { evaluate, evaluateArtifact } from './evaluate-policies.ts'
import type { PolicyInput, NamedPolicy, ArtifactOrigin } from './policy-input.ts'
import { artifactNode } from '#domain/verdict/verdict-tree.ts'

const artifactNames = ['app', 'web', 'db']
const flowNames = ['a', 'b']
const type = fc.constantFrom('generic', 'junit', 'custom:x', 'system:decision')
const control = fc.constantFrom('C', 'D')
const condition = fc
  .constantFrom(
    ...['true', 'false', 'exists(flow)', 'flow.name == "a"', 'flow.tags.risk > 1'],
    ...['artifact.name == "app"', 'artifact.name in ["web"]', 'matches(artifact.name, "^[aw]")'],
  )
  .map((text) => ({ text }))

const requirement = fc.record({
  required: fc.boolean(),
  exceptions: fc.array(fc.record({ if: condition }), { maxLength: 2 }),
  line: fc.option(fc.constant(1)),
})
const demand: fc.Arbitrary<AttestationRule> = fc
  .record({
    name: fc.constantFrom('*', 'x', 'y'),
    type: fc.constantFrom('generic', 'junit', 'custom:x', 'decision'),
    if: fc.option(condition),
    must_be_compliant: fc.boolean(),
    for_control: fc.option(control),
    line: fc.constant(2),
  })
  .map((rule) => (rule.type === 'decision' ? rule : { ...rule, for_control: null }))
const document: fc.Arbitrary<PolicyDocument> = fc.record({
  artifacts: fc.record({
    provenance: requirement,
    trail_compliance: requirement,
    attestations: fc.array(demand, { maxLength: 3 }),
  }),
})
const policies: fc.Arbitrary<NamedPolicy[]> = fc
  .array(document, { maxLength: 3 })
  .map((documents) =>
    documents.map((policy, index) => ({ policy_name: `p${index}`, policy_version: 1, policy })),
  )

const evidence = fc
  .array(
    fc.record({
      attestation_name: fc.constantFrom('x', 'y', 'z'),
      attestation_type: type,
      control,
      is_compliant: fc.boolean(),
      scope: fc.constantFrom('artifact' as const, 'trail' as const),
    }),
    { maxLength: 6 },
  )
  .map((records) => records.map((record, index) => numbered(record, index)))

function numbered(
  record: Omit<FoundAttestation, 'attestation_id' | 'recorded_at'>,
  index: number,
): FoundAttestation {
  const isDecision = record.attestation_type === 'system:decision'
  const attestation_id = `id-${String(index).padStart(3, '0')}`
  return {
    ...record,
    attestation_id,
    recorded_at: index,
    control: isDecision ? record.control : null,
  }
}

const holding: fc.Arbitrary<ArtifactOrigin> = fc.record({
  flow_name: fc.constantFrom(...flowNames),
  tags: fc.constantFrom<Record<string, string>>({}, { risk: '1' }, { risk: '2' }),
  trail_name: fc.option(fc.constantFrom('t1', 't2')),
  state: fc.constantFrom('COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'),
  evidence,
})
const artifact: fc.Arbitrary<PolicyInput> = fc.record({
  name: fc.constantFrom(...artifactNames),
  fingerprint: fc.constantFrom('1', '2', '3', ''),
  flows: fc.array(holding, { maxLength: 3 }),
})
const artifacts = fc.array(artifact, { maxLength: 5 })
const allowed = fc.subarray(['1', '2', '3']).map((fingerprints) => new Set(fingerprints))
const facts = fc.record({ policies, artifacts, allowed })

const satisfiedIn = (policies: readonly NamedPolicy[], artifact: PolicyInput) =>
  evaluateArtifact(policies, artifact).policies.flatMap(({ rules }) =>
    rules.map(({ satisfied }) => satisfied),
  )

describe('properties of verdicts', () => {
  test('each artifact of an environment is evaluated as it is alone', () => {
    fc.assert(
      fc.property(facts, ({ policies, artifacts, allowed }) => {
        const verdict = evaluate({ policies, artifacts, allowed })
        const alone = artifacts.map((one) => evaluateArtifact(policies, one, allowed))
        expect(verdict.artifacts).toEqual(alone)
      }),
      { numRuns: 100 },
    )
  })

  test('an environment complies when all its artifacts do, an artifact by its policies with a fingerprint, or by the allow-list', () => {
    fc.assert(
      fc.property(facts, ({ policies, artifacts, allowed }) => {
        const { state, artifacts: verdicts } = evaluate({ policies, artifacts, allowed })
        if (policies.length === 0) expect(state).toBeNull()
        else expect(state).toBe(verdicts.every(({ compliant }) => compliant === true))
        for (const { compliant, fingerprint, policies: results } of verdicts) {
          const passes = results.every(({ status }) => status === 'COMPLIANT')
          const isResolved = fingerprint !== ''
          const expected = allowed.has(fingerprint) || (passes && isResolved)
          expect(compliant).toBe(policies.length === 0 ? null : expected)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('the order of input never matters', () => {
    const shuffled = facts.chain((facts) =>
      fc.record({
        facts: fc.constant(facts),
        policies: fc.shuffledSubarray(facts.policies, { minLength: facts.policies.length }),
        seed: fc.integer(),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ facts, policies, seed }) => {
        const turn = <T>(list: readonly T[]) => {
          const by = list.length ? Math.abs(seed) % list.length : 0
          return [...list.slice(by), ...list.slice(0, by)].reverse()
        }
        const turned = facts.artifacts.map((one) => ({
          ...one,
          flows: turn(one.flows).map((flow) => ({ ...flow, evidence: turn(flow.evidence) })),
        }))
        const before = evaluate(facts)
        const after = evaluate({ ...facts, policies, artifacts: turned })
        expect(after.state).toBe(before.state)
        before.artifacts.forEach((one, index) => {
          const other = after.artifacts[index]!
          expect(other.compliant).toBe(one.compliant)
          for (const policy of one.policies) {
            const same = other.policies.find((it) => it.policy_name === policy.policy_name)!
            const satisfied = policy.rules.map((rule) => rule.satisfied)
            expect(same.rules.map((rule) => rule.satisfied)).toEqual(satisfied)
          }
        })
      }),
      { numRuns: 100 },
    )
  })

  test('records that a newer one of the same name, type and control replaces change nothing', () => {
    fc.assert(
      fc.property(policies, artifact, (policies, artifact) => {
        const isNewest = (record: FoundAttestation, all: readonly FoundAttestation[]) =>
          !all.some(
            (it) =>
              it.attestation_id > record.attestation_id &&
              it.scope === record.scope &&
              it.attestation_name === record.attestation_name &&
              it.attestation_type === record.attestation_type &&
              it.control === record.control,
          )
        const flows = artifact.flows.map((flow) => ({
          ...flow,
          evidence: flow.evidence.filter((record) => isNewest(record, flow.evidence)),
        }))
        const verdict = evaluateArtifact(policies, { ...artifact, flows })
        expect(verdict).toEqual(evaluateArtifact(policies, artifact))
      }),
      { numRuns: 100 },
    )
  })

  test('a newer compliant attestation never makes a rule worse', () => {
    const added = fc.record({
      attestation_name: fc.constantFrom('x', 'y', 'z', 'new'),
      attestation_type: type,
      control,
      is_compliant: fc.constant(true),
      scope: fc.constantFrom('artifact' as const, 'trail' as const),
    })
    fc.assert(
      fc.property(policies, artifact, added, fc.nat(), (policies, artifact, added, at) => {
        const flows = artifact.flows.map((flow, index) =>
          index === at % artifact.flows.length
            ? { ...flow, evidence: [...flow.evidence, numbered(added, 999)] }
            : flow,
        )
        const before = satisfiedIn(policies, artifact)
        const after = satisfiedIn(policies, { ...artifact, flows })
        before.forEach((satisfied, index) => {
          if (satisfied !== false) expect(after[index]).toBe(satisfied)
        })
      }),
      { numRuns: 100 },
    )
  })
})

describe('nothing leaks', () => {
  const excepting = (policies: readonly NamedPolicy[], text: string) =>
    policies.map((named) => {
      const { provenance, trail_compliance, attestations } = named.policy.artifacts
      const except = (rule: typeof provenance) => ({
        ...rule,
        exceptions: [...rule.exceptions, { if: { text } }],
      })
      const only = (rule: AttestationRule) => ({
        ...rule,
        if: { text: rule.if ? `(${rule.if.text}) and not (${text})` : `not (${text})` },
      })
      const artifacts = {
        provenance: except(provenance),
        trail_compliance: except(trail_compliance),
        attestations: attestations.map(only),
      }
      return { ...named, policy: { artifacts } }
    })
  /** Returns lookups and results without the definitions of the rules. */
  const looked = (policies: readonly NamedPolicy[], artifact: PolicyInput) =>
    artifactNode(evaluateArtifact(policies, artifact), 0, noLimits).policies.map((policy) =>
      policy.rule_evaluations.map(({ resolutions }) => resolutions),
    )

  test('an exception for one artifact covers no other', () => {
    fc.assert(
      fc.property(policies, artifact, artifact, (policies, one, other) => {
        fc.pre(one.fingerprint !== other.fingerprint)
        const excepted = excepting(policies, `artifact.fingerprint == "${one.fingerprint}"`)
        expect(looked(excepted, other)).toEqual(looked(policies, other))
        const types = looked(excepted, one)
          .flat(2)
          .map((resolution) => resolution.type)
        expect(types.every((type) => type === 'rule_not_applicable')).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  test('an exception for one flow covers no other', () => {
    fc.assert(
      fc.property(policies, artifact, (policies, artifact) => {
        const excepted = looked(excepting(policies, 'flow.name == "a"'), artifact)
        const plain = looked(policies, artifact)
        excepted.forEach((rules, policy) =>
          rules.forEach((resolutions, rule) =>
            resolutions.forEach((resolution, place) => {
              if (resolution.context.flow_name === 'a') {
                expect(resolution.type).toBe('rule_not_applicable')
              } else expect(resolution).toEqual(plain[policy]![rule]![place])
            }),
          ),
        )
      }),
      { numRuns: 100 },
    )
  })

  test('an artifact on the allow-list vouches for no other', () => {
    fc.assert(
      fc.property(facts, ({ policies, artifacts }) => {
        const plain = evaluate({ policies, artifacts, allowed: new Set() })
        const verdict = evaluate({ policies, artifacts, allowed: new Set(['1']) })
        verdict.artifacts.forEach((one, index) => {
          if (one.fingerprint !== '1') expect(one).toEqual(plain.artifacts[index])
        })
      }),
      { numRuns: 100 },
    )
  })
})
