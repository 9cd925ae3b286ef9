import { expect, test } from 'vitest'
import type { Trail } from '#contract/trail/trail.ts'
import { versionBefore, versionsOf } from './versions.ts'

const event = (attestation_id: string, name: string, more: object = {}) => ({
  type: 'trail_attestation_reported',
  attestation_id,
  template_reference_name: name,
  attestation_type: 'junit',
  is_compliant: true,
  timestamp: 1,
  ...more,
})
const trailOf = (...events: object[]) => ({ events }) as unknown as Trail
const idsOf = (trail: Trail, id: string) =>
  versionsOf(trail, id, []).map((version) => version.attestationId)

test('versions are reports of one name about one thing, oldest first', () => {
  const app = { target_artifact: 'app', artifact_fingerprint: 'f' }
  const trail = trailOf(
    { type: 'trail_reported' },
    event('a', 'tests'),
    event('b', 'tests', app),
    event('c', 'scan', app),
    // Before the artifact was built: the same slot all the same.
    event('d', 'tests', { target_artifact: 'app' }),
    event('e', 'tests', { target_artifact: '', artifact_fingerprint: 'g' }),
  )
  expect(idsOf(trail, 'a')).toEqual(['a'])
  expect(idsOf(trail, 'b')).toEqual(['b', 'd'])
  expect(idsOf(trail, 'd')).toEqual(['b', 'd'])
  expect(idsOf(trail, 'e')).toEqual(['e'])
  expect(idsOf(trail, 'absent')).toEqual([])
})

test('one report for several targets is one version', () => {
  const trail = trailOf(
    event('a', 'scan', { target_artifact: 'app' }),
    event('a', 'scan', { target_artifact: 'worker' }),
    event('b', 'scan', { target_artifact: 'worker', is_compliant: false, timestamp: 2 }),
  )
  const versions = versionsOf(trail, 'b', ['a', 'b'])
  expect(versions).toMatchObject([
    { attestationId: 'a', isEffective: true },
    { attestationId: 'b', isCompliant: false, at: 2 },
  ])
  expect(versionBefore(versions, 'b')?.attestationId).toBe('a')
  expect(versionBefore(versions, 'a')).toBeNull()
  expect(versionBefore(versions, 'absent')).toBeNull()
})

test('overrides are told from reports', () => {
  const trail = trailOf(event('a', 'tests'), event('b', 'tests', { is_override: true }))
  expect(versionsOf(trail, 'b', ['a', 'b'])).toMatchObject([
    { attestationId: 'a', isOverride: false, isEffective: true },
    { attestationId: 'b', isOverride: true },
  ])
})
