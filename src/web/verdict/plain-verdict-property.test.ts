import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttestationRule, PolicyDocument } from '#contract/policy/policy-document.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { evidenceOfState } from '#domain/policy/resolve-rule.ts'
import { evaluate } from '#domain/policy/evaluate-policies.ts'
import type { ArtifactOrigin, NamedPolicy, PolicyInput } from '#domain/policy/policy-input.ts'
import { filterRunning } from '#domain/snapshot/filter-running.ts'
import {
  evidenceText,
  isPlain,
  qualifierSentence,
  verdictText,
} from '#domain/verdict/qualified-verdict.ts'
import { storedQualifiersOf } from '#domain/verdict/stored-qualifiers.ts'
import {
  noTotals,
  qualifiersOf,
  qualifiersOfArtifact,
  totalQualifiers,
  totalOfMembers,
} from '#domain/verdict/qualifiers.ts'
import { standingOf } from '#domain/verdict/standing.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import { artifactNode } from '#domain/verdict/verdict-tree.ts'
import { artifactText } from './verdict-text.ts'

const day = 86_400
const limits = { maxAgeDays: { junit: 7 }, now: 100 * day }
const isExpired = (one: FoundAttestation) =>
  one.attestation_type === 'junit' && one.recorded_at <= limits.now - 7 * day

/** Whether there is evidence, and none that has expired. */
const isFresh = (found: readonly FoundAttestation[]) => found.length > 0 && !found.some(isExpired)

const exception = { if: { text: 'artifact.name == "app"' } }
const requirement = fc.record({
  required: fc.boolean(),
  exceptions: fc.constantFrom<(typeof exception)[]>([], [exception]),
  line: fc.constant(1),
})
const demand: fc.Arbitrary<AttestationRule> = fc.record({
  name: fc.constantFrom('*', 'scan', 'test'),
  type: fc.constantFrom('generic' as const, 'junit' as const),
  if: fc.constantFrom(null, { text: 'false' }),
  must_be_compliant: fc.boolean(),
  for_control: fc.constant(null),
  line: fc.constant(2),
})
const policy: fc.Arbitrary<PolicyDocument> = fc.record({
  artifacts: fc.record({
    provenance: requirement,
    trail_compliance: requirement,
    attestations: fc.array(demand, { maxLength: 2 }),
  }),
})
const evidence = fc.record({
  attestation_name: fc.constantFrom('scan', 'test'),
  attestation_type: fc.constantFrom('generic', 'junit'),
  control: fc.constant(null),
  is_compliant: fc.boolean(),
  recorded_at: fc.constantFrom(50 * day, 99 * day),
  scope: fc.constantFrom('artifact' as const, 'trail' as const),
  is_override: fc.constantFrom(undefined, true as const),
})
const origin: fc.Arbitrary<ArtifactOrigin> = fc
  .record({
    evidence: fc.array(evidence, { maxLength: 4 }),
    state: fc.constantFrom('COMPLIANT' as const, 'NON-COMPLIANT' as const),
    override_ids: fc.constantFrom([], ['trail-override']),
  })
  .map(({ evidence: records, ...rest }) => ({
    ...rest,
    flow_name: 'shop',
    tags: {},
    trail_name: 'run',
    evidence: records.map(({ is_override, ...record }, index) => ({
      ...record,
      attestation_id: `id-${index}`,
      ...(is_override && { is_override }),
    })),
  }))
const artifact = (fingerprint: string): fc.Arbitrary<PolicyInput> =>
  fc.record({
    name: fc.constantFrom('app', 'web'),
    fingerprint: fc.constant(fingerprint),
    flows: fc.array(origin, { maxLength: 2 }),
  })
const story = fc.record({
  policies: fc
    .array(policy, { minLength: 1, maxLength: 2 })
    .map((all) =>
      all.map((one, index) => ({ policy_name: `p${index}`, policy_version: 1, policy: one })),
    ),
  artifacts: fc.tuple(artifact('1'), artifact('2')),
  allowed: fc.subarray(['1', '2']).map((some) => new Set(some)),
})
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never

/** The same without anything that a person, a policy's exception or an old report lends. */
const bare = ({ policies, artifacts }: Story) =>
  evaluate({
    policies: policies.map((one): NamedPolicy => {
      const { provenance, trail_compliance, attestations } = one.policy.artifacts
      return {
        ...one,
        policy: {
          artifacts: {
            provenance: { ...provenance, exceptions: [] },
            trail_compliance: { ...trail_compliance, exceptions: [] },
            attestations,
          },
        },
      }
    }),
    artifacts: artifacts.map((one) => ({
      ...one,
      flows: one.flows.map(({ override_ids = [], ...flow }) => ({
        ...flow,
        state:
          override_ids.length > 0 || !isFresh(evidenceOfState(flow.state, flow.evidence))
            ? ('NON-COMPLIANT' as const)
            : flow.state,
        evidence: flow.evidence.filter((found) => !found.is_override && !isExpired(found)),
      })),
    })),
    allowed: new Set(),
  })

const isAsked = ({ policies }: ArtifactVerdict) =>
  policies.some(({ rules }) => rules.some(({ satisfied }) => satisfied !== null))

test('what complies only by something beside fresh evidence is plain in no text and no count', () => {
  let qualified = 0
  fc.assert(
    fc.property(story, (told) => {
      const verdicts = evaluate(told).artifacts
      const alone = bare(told).artifacts
      const carried = verdicts.map((verdict) => ({ ...storedQualifiersOf(verdict), ...verdict }))
      const needsMore = verdicts.map(
        (verdict, index) =>
          verdict.compliant === true && (!alone[index]!.compliant || !isAsked(verdict)),
      )
      for (const [index, verdict] of verdicts.entries()) {
        if (!needsMore[index]) continue
        qualified += 1
        const qualifiers = qualifiersOfArtifact(storedQualifiersOf(verdict), limits)
        const own = { verdict: 'compliant' as const, qualifiers }
        expect(isPlain(own)).toBe(false)
        expect(verdictText(own)).not.toBe('Compliant')
        expect(evidenceText(own, null)).not.toBe('Compliant')
        expect(qualifierSentence(own)).not.toBe('')
        expect(standingOf({ state: true, qualifiers })).not.toBe('compliant')
        const row = { ...verdict, qualifiers, change: 'unchanged', provenance: null } as never
        expect(filterRunning([row], { standing: ['compliant'] })).toEqual([])
        const text = artifactText(artifactNode(verdict, 0, limits))
        expect(text).toMatch(
          /allow-listed|Nothing was asked|nothing is expected|override|exemption|evidence expired/,
        )
      }
      const state = verdicts.every(({ compliant }) => compliant)
      if (!state || !needsMore.includes(true)) return
      const all = qualifiersOf(totalQualifiers(carried), limits)
      expect(verdictText({ verdict: 'compliant', qualifiers: all })).not.toBe('Compliant')
      expect(standingOf({ state, qualifiers: all })).not.toBe('compliant')
      // A logical environment, whose other member stands on fresh evidence alone.
      const other = { ...noTotals, judged: 1 }
      const around = totalOfMembers([
        { state, carriers: totalQualifiers(carried) },
        { state: true, carriers: other },
      ])
      const inGroup = { verdict: 'compliant' as const, qualifiers: qualifiersOf(around, limits) }
      expect(verdictText(inGroup)).not.toBe('Compliant')
      expect(verdictText({ ...inGroup, isStale: true })).toMatch(/^Stale, last compliant[ ,]/)
    }),
    { numRuns: 300 },
  )
  expect(qualified).toBeGreaterThan(30)
})

/** The same without overrides, exceptions and old reports, in flows that have evidence that passes. */
const unhelped = ({ policies, artifacts }: Story) => ({
  policies,
  artifacts: artifacts.map((one) => ({
    ...one,
    name: 'web',
    flows: one.flows
      .map((flow) => ({
        ...flow,
        override_ids: [],
        evidence: flow.evidence.map(({ is_override: _, ...found }) => ({
          ...found,
          recorded_at: limits.now - day,
        })),
      }))
      .filter((flow) => evidenceOfState('COMPLIANT', flow.evidence).length > 0),
  })),
})

test('what fresh evidence carries without help is plain', () => {
  let plain = 0
  fc.assert(
    fc.property(story.map(unhelped), (given) => {
      for (const verdict of evaluate({ ...given, allowed: new Set() }).artifacts) {
        if (!verdict.compliant || !isAsked(verdict)) continue
        plain += 1
        const qualifiers = qualifiersOfArtifact(storedQualifiersOf(verdict), limits)
        expect(verdictText({ verdict: 'compliant', qualifiers })).toBe('Compliant')
      }
    }),
    { numRuns: 300 },
  )
  expect(plain).toBeGreaterThan(10)
})
