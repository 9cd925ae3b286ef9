import { describe, expect, test } from 'vitest'
import type { Trail } from '#contract/trail/trail.ts'
import { slotGroupsOf } from '#web/trail/slots.ts'
import { lanesOf, narrowLanes, typesIn } from './timeline.ts'

const attested = (name: string, timestamp: number, more: object = {}) => ({
  type: 'trail_attestation_reported',
  attestation_id: name,
  template_reference_name: name,
  attestation_type: 'generic',
  is_compliant: true,
  timestamp,
  ...more,
})
const onArtifact = { type: 'artifact_attestation_reported', artifact_name: 'app:1' }
const reported = { type: 'artifact_creation_reported', artifact_name: 'app:1' }
const missing = (name: string, type = 'junit') => ({
  attestation_name: name,
  attestation_type: type,
  attestation_id: null,
  status: 'MISSING',
  is_compliant: null,
  unexpected: false,
})

function trailOf(events: object[], artifacts: object = {}, own: object[] = []): Trail {
  const compliance_status = { attestations_statuses: own, artifacts_statuses: artifacts }
  return { events, compliance_status } as unknown as Trail
}
function lanes(trail: Trail) {
  return lanesOf(trail, slotGroupsOf(trail))
}

const begun = { type: 'trail_reported', timestamp: 0 }
const app = {
  artifact_fingerprint: 'f',
  artifact_id: 'a',
  attestations_statuses: [missing('unit')],
}

describe('lanes', () => {
  const trail = trailOf(
    [
      begun,
      attested('review', 1),
      { ...reported, template_reference_name: 'app', artifact_fingerprint: 'f', timestamp: 2 },
      attested('scan', 3, { ...onArtifact, target_artifact: 'app', attestation_type: 'snyk' }),
    ],
    { app },
    [missing('ticket', 'jira')],
  )

  test('hold what happened to the trail and to each artifact, and what is missing', () => {
    expect(
      lanes(trail).map(({ name, moments, missing }) => [
        name,
        moments.map(({ label }) => label),
        missing.map(({ name: absent }) => absent),
      ]),
    ).toEqual([
      ['Trail', ['Trail begun', 'review'], ['ticket']],
      ['app', ['app:1 reported', 'scan'], ['unit']],
    ])
  })

  test('say that an override ended, and the verdict of what counts again, if anything does', () => {
    const ended = { ended_override_id: 'made', end_kind: 'expired' }
    const [own] = lanes(
      trailOf([
        attested('scan', 1, { attestation_id: 'made', is_override: true }),
        attested('scan', 2, { attestation_id: 'one', is_compliant: false, ...ended }),
        attested('scan', 3, { attestation_id: 'made', ...ended }),
      ]),
    )
    expect(own?.moments.map(({ label, verdict }) => [label, verdict])).toEqual([
      ['scan', 'compliant'],
      ['Override of scan expired', 'non-compliant'],
      ['Override of scan expired', null],
    ])
  })

  test('can be narrowed to some lanes and some types of evidence', () => {
    const all = lanes(trail)
    expect(typesIn(all)).toEqual(['generic', 'jira', 'snyk', 'junit'])
    expect(narrowLanes(all, {})).toEqual(all)
    expect(narrowLanes(all, { lane: ['app'] }).map(({ name }) => name)).toEqual(['app'])
    const [only, ...others] = narrowLanes(all, { type: ['snyk', 'junit'] })
    expect(others).toEqual([])
    expect(only?.moments.map(({ label }) => label)).toEqual(['scan'])
    expect(only?.missing).toEqual([{ name: 'unit', type: 'junit' }])
    expect(narrowLanes(all, { lane: ['~trail'], type: ['snyk'] })).toEqual([])
    expect(narrowLanes(all, { lane: ['unheard-of'] })).toEqual([])
  })

  test('an artifact that has no name in the template goes by its file, in one lane', () => {
    const nameless = { ...app, attestations_statuses: [] }
    const all = lanes(
      trailOf(
        [
          begun,
          { ...reported, template_reference_name: '', artifact_fingerprint: 'f', timestamp: 2 },
          attested('scan', 3, { ...onArtifact, target_artifact: '', artifact_fingerprint: 'f' }),
        ],
        { f: nameless },
      ),
    )
    expect(all.map(({ name, moments }) => [name, moments.length])).toEqual([
      ['Trail', 1],
      ['app:1', 2],
    ])
  })

  test('an artifact called Trail does not get into the lane of the trail', () => {
    const named = { ...reported, template_reference_name: 'Trail', timestamp: 1 }
    expect(lanes(trailOf([begun, named], { Trail: app }))).toHaveLength(2)
  })
})

test('lanes hold what was reported, and not where artifacts run since then', () => {
  const started = { type: 'artifact_started_running', environment_id: 'e', timestamp: 90_000 }
  const moments = lanes(trailOf([begun, started])).flatMap((lane) => lane.moments)
  expect(moments.map(({ label }) => label)).toEqual(['Trail begun'])
})

describe('late evidence', () => {
  const lateOf = (...events: object[]) =>
    lanes(trailOf(events)).flatMap(({ moments }) =>
      moments.filter(({ isLate }) => isLate).map(({ label }) => label),
    )

  test('is what came after a silence that takes most of the time', () => {
    const day = 86_400
    const early = [begun, attested('review', 60), attested('tests', 400)]
    expect(lateOf(...early)).toEqual([])
    expect(lateOf(...early, attested('audit', day), attested('scan', day + 60))).toEqual([
      'audit',
      'scan',
    ])
  })

  test('is evidence only', () => {
    const updated = { type: 'trail_updated', changes: ['description'], timestamp: 90_000 }
    expect(lateOf(begun, attested('review', 60), updated)).toEqual([])
  })
})
