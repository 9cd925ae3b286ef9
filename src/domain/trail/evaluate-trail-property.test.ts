import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TemplateSlot } from '#contract/template/template.ts'
import {
  type AttestationStatus,
  type ComplianceStatus,
  complianceStatus,
  type TrailState,
} from '#contract/verdict/compliance-status.ts'
import { overridesOfSlots, overridesOfTrail } from '#domain/verdict/qualifiers.ts'
import {
  countSlots,
  evaluateArtifactSlots,
  evaluateTrail,
  type ReportedArtifact,
  type ReportedAttestation,
  type TrailFacts,
} from './evaluate-trail.ts'
import { changeBy, isOnSame } from './trail-notation.ts'
import { type RecentEntry, wholeStatus, withEntries } from './whole-status.ts'

const name = fc.constantFrom('a', 'b', 'c', '__proto__')
const slotType = fc.constantFrom('generic', 'junit', '*', 'decision', 'custom:x')
const slots = fc.uniqueArray(fc.record({ name, type: slotType }), { selector: (it) => it.name })
const artifactName = fc.constantFrom('app', 'web', '__proto__', '1'.repeat(64))
const commit = fc.constantFrom('a'.repeat(40), 'aaaaaaa', 'b'.repeat(40))
const fingerprint = fc.constantFrom('1'.repeat(64), '2'.repeat(64), '3'.repeat(64))

const template = fc.record({
  version: fc.constant(1 as const),
  trail: fc.record({
    attestations: slots,
    artifacts: fc.uniqueArray(fc.record({ name: artifactName, attestations: slots }), {
      selector: (it) => it.name,
    }),
  }),
  every_artifact: fc.option(slots, { nil: [], freq: 2 }),
})

const scope = fc.oneof(
  fc.constant({}),
  fingerprint.map((artifact_fingerprint) => ({ artifact_fingerprint })),
  fc.record({ target_artifact: artifactName, git_commit: fc.option(commit) }),
)
const report = {
  attestation_name: name,
  attestation_type: fc.constantFrom('generic', 'junit', 'system:decision', 'custom:x'),
  is_compliant: fc.boolean(),
}
const attestation = fc.record({ ...report, is_override: fc.boolean(), scope })
const artifact = fc.record({
  fingerprint,
  template_reference_name: fc.option(artifactName),
  git_commit: commit,
})

const idOf = (index: number) => `id-${String(index).padStart(4, '0')}`
const unscoped = { artifact_fingerprint: null, target_artifact: null, git_commit: null }

const facts = fc
  .record({ template, records: fc.array(fc.oneof(attestation, artifact), { maxLength: 12 }) })
  .map(({ template, records }): TrailFacts => {
    const attestations: ReportedAttestation[] = []
    const artifacts: ReportedArtifact[] = []
    records.forEach((record, index) => {
      if ('fingerprint' in record) return artifacts.push({ ...record, artifact_id: idOf(index) })
      const { scope, ...rest } = record
      const ids = { attestation_id: idOf(index), overridden_attestation_id: null }
      return attestations.push({ ...rest, ...unscoped, ...ids, ...scope })
    })
    return { template, template_id: 't', attestations, artifacts, evaluated_at: 1 }
  })

/** Later reports on a trail or an artifact; their ids may be in another order, as clocks differ. */
const laterReports = fc.uniqueArray(
  fc
    .record({
      ...report,
      attestation_id: fc.integer({ min: 100, max: 9999 }).map(idOf),
      artifact_fingerprint: fc.option(fingerprint),
    })
    .map((given) => ({ ...unscoped, ...given, overridden_attestation_id: null })),
  { selector: (it) => it.attestation_id, maxLength: 6 },
)

/** Computes the state again from the entries of the result. */
function recount(entries: AttestationStatus[], isArtifactMissing: boolean): TrailState {
  if (entries.some((it) => it.is_compliant === false)) return 'NON-COMPLIANT'
  const missing = entries.filter((it) => it.status === 'MISSING')
  return missing.length || isArtifactMissing ? 'INCOMPLETE' : 'COMPLIANT'
}

const allEntries = (status: ComplianceStatus) => [
  ...status.attestations_statuses,
  ...Object.values(status.artifacts_statuses).flatMap((it) => it.attestations_statuses),
]

/** States from worst to best. */
const ranks: readonly TrailState[] = ['NON-COMPLIANT', 'INCOMPLETE', 'COMPLIANT']

const fitting = ({ name: attestation_name, type }: TemplateSlot): ReportedAttestation => ({
  attestation_id: idOf(9999),
  attestation_name,
  attestation_type: type === '*' ? 'junit' : type === 'decision' ? 'system:decision' : type,
  is_compliant: true,
  overridden_attestation_id: null,
  ...unscoped,
})

const namesOf = (entries: readonly AttestationStatus[]) =>
  entries.filter((it) => !it.unexpected).map((it) => it.attestation_name)

/** What is stored of a trail beside its status and what is present. */
function storedBeside(facts: TrailFacts) {
  const status = evaluateTrail(facts)
  return {
    expected: countSlots(status).expected,
    overrides: overridesOfTrail(status),
    artifacts: Array.from(evaluateArtifactSlots(facts), ([id, { state, own, ofTrail }]) => ({
      ...{ id, state },
      overrides: overridesOfSlots([...ofTrail, ...own]),
    })),
  }
}

const withReport = (facts: TrailFacts, report: ReportedAttestation): TrailFacts => ({
  ...facts,
  attestations: [
    ...facts.attestations.filter(
      (one) => !isOnSame(one, report) || one.attestation_name !== report.attestation_name,
    ),
    report,
  ],
  evaluated_at: facts.evaluated_at + 1,
})

const runs = { numRuns: 300 }

describe('for any trail', () => {
  test('the order in which facts are given does not matter', () => {
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), (given, keys) => {
        const shuffle = <T>(items: readonly T[]) =>
          items.map((item) => ({ item, key: keys.next().value })).sort((a, b) => a.key - b.key)
        const shuffled = {
          ...given,
          attestations: shuffle(given.attestations).map(({ item }) => item),
          artifacts: shuffle(given.artifacts).map(({ item }) => item),
        }
        expect(JSON.stringify(evaluateTrail(shuffled))).toBe(JSON.stringify(evaluateTrail(given)))
      }),
      runs,
    )
  })

  test('states are what a recount of the entries gives', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const status = evaluateTrail(given)
        const artifacts = Object.values(status.artifacts_statuses)
        const lacks = artifacts.some((it) => it.status === 'MISSING' && !it.unexpected)
        expect(status.status).toBe(recount(allEntries(status), lacks))
        expect(status.is_compliant).toBe(status.status === 'COMPLIANT')
        for (const it of artifacts) {
          const entries = [...status.attestations_statuses, ...it.attestations_statuses]
          const isReported = it.artifact_fingerprint !== null
          expect(it.status).toBe(isReported ? recount(entries, false) : 'MISSING')
          expect(it.is_compliant).toBe(it.status === 'COMPLIANT')
        }
      }),
      runs,
    )
  })

  test('entries are those of the template and of what was reported, once each', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const status = evaluateTrail(given)
        const { attestations, artifacts } = given.template.trail
        expect(namesOf(status.attestations_statuses)).toEqual(attestations.map((it) => it.name))
        for (const { name: key, attestations: own } of artifacts) {
          const found = namesOf(status.artifacts_statuses[key]!.attestations_statuses)
          expect(found.slice(0, own.length)).toEqual(own.map((it) => it.name))
        }
        const reported = new Set(given.attestations.map((it) => it.attestation_id))
        for (const it of allEntries(status)) {
          expect(it.status === 'MISSING').toBe(it.attestation_id === null)
          if (it.attestation_id) expect(reported).toContain(it.attestation_id)
          if (it.status === 'MISSING') expect(it.unexpected).toBe(false)
        }
        const { present, expected } = countSlots(status)
        expect(present).toBeLessThanOrEqual(expected)
        expect(complianceStatus.safeParse(status).success).toBe(true)
      }),
      runs,
    )
  })

  test('each artifact is evaluated as if the trail had no other', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const results = evaluateArtifactSlots(given)
        expect([...results.keys()]).toEqual(given.artifacts.map((it) => it.artifact_id))
        for (const artifact of given.artifacts) {
          const alone = evaluateTrail({ ...given, artifacts: [artifact] })
          const slot = Object.values(alone.artifacts_statuses).find((it) => it.artifact_id)
          const { state, own, ofTrail } = results.get(artifact.artifact_id)!
          expect(state).toBe(slot?.status)
          expect(own).toEqual(slot?.attestations_statuses)
          expect(ofTrail).toEqual(alone.attestations_statuses)
        }
      }),
      runs,
    )
  })

  test('a newer compliant attestation that fits a slot never makes the trail worse', () => {
    fc.assert(
      fc.property(facts, fc.nat(), commit, (given, pick, git_commit) => {
        const before = evaluateTrail(given)
        const { attestations, artifacts } = given.template.trail
        const additions = [
          ...attestations.map(fitting),
          ...artifacts.flatMap(({ name: target_artifact, attestations: own }) => {
            const { artifact_fingerprint } = before.artifacts_statuses[target_artifact]!
            return own
              .map(fitting)
              .flatMap((it) => [
                { ...it, target_artifact, git_commit },
                ...(artifact_fingerprint ? [{ ...it, artifact_fingerprint }] : []),
              ])
          }),
        ]
        fc.pre(additions.length > 0)
        const addition = additions[pick % additions.length]!
        const after = evaluateTrail({ ...given, attestations: [...given.attestations, addition] })
        expect(ranks.indexOf(after.status)).toBeGreaterThanOrEqual(ranks.indexOf(before.status))
      }),
      runs,
    )
  })

  test('reports that change nothing but their entries are the same apart as evaluated with all', () => {
    fc.assert(
      fc.property(facts, fc.boolean(), laterReports, (given, hasArtifacts, reports) => {
        let last = hasArtifacts ? given : { ...given, artifacts: [] }
        const base = evaluateTrail(last)
        let recent: readonly AttestationStatus[] = []
        let recent_of_artifacts: readonly RecentEntry[] = []
        for (const report of reports) {
          const change = changeBy(last, report)
          if (!change) continue
          const changed = withReport(last, report)
          const before = evaluateTrail(last)
          const artifact = last.artifacts.find(
            (one) => one.fingerprint === report.artifact_fingerprint,
          )
          if (artifact) {
            const { artifact_id } = artifact
            const entries = change.entries.map((entry) => ({ artifact_id, ...entry }))
            recent_of_artifacts = withEntries(recent_of_artifacts, entries)
          } else recent = withEntries(recent, change.entries)
          const { evaluated_at } = changed
          const now = evaluateTrail(changed)
          const whole = wholeStatus({ status: base, recent, recent_of_artifacts, evaluated_at })
          expect(JSON.stringify(whole)).toBe(JSON.stringify(now))
          expect(countSlots(now).present - countSlots(before).present).toBe(change.present)
          expect(storedBeside(changed)).toEqual(storedBeside(last))
          last = changed
        }
      }),
      runs,
    )
  })
})
