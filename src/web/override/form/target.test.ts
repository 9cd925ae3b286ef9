import { describe, expect, it } from 'vitest'
import type { Trail } from '#contract/trail/trail.ts'
import { changeSince, targetStateOf, targetProblem, typeRefusal } from './target.ts'

const fingerprint = 'a'.repeat(64)
const status = (attestation_name: string, more: object = {}) => ({
  attestation_name,
  attestation_type: 'snyk',
  attestation_id: `${attestation_name}-id`,
  overridden_attestation_id: null,
  status: 'COMPLETE',
  is_compliant: false,
  unexpected: false,
  ...more,
})
const trail = {
  compliance_status: {
    attestations_statuses: [
      status('review'),
      status('later', { attestation_id: null, is_compliant: null, attestation_type: '*' }),
    ],
    artifacts_statuses: {
      app: {
        artifact_fingerprint: fingerprint,
        attestations_statuses: [
          status('scan', { overridden_attestation_id: 'original', is_compliant: true }),
        ],
      },
    },
  },
} as unknown as Trail
const target = (name: string, more: object = {}) => ({
  flow: 'f',
  trail: 't',
  name,
  fingerprint: undefined,
  targets: [],
  ...more,
})

describe('what an override is about', () => {
  it('is found on the trail itself and on an artifact, by fingerprint or name', () => {
    expect(targetStateOf(trail, target('review'))).toMatchObject({
      originalId: 'review-id',
      isCompliant: false,
      isOverridden: false,
      type: 'snyk',
    })
    const overridden = { originalId: 'original', currentId: 'scan-id', isOverridden: true }
    expect(targetStateOf(trail, target('scan', { fingerprint }))).toMatchObject(overridden)
    expect(targetStateOf(trail, target('scan', { targets: ['app'] }))).toMatchObject(overridden)
    expect(targetStateOf(trail, target('scan'))).toMatchObject({ originalId: null })
  })

  it('may never have been reported', () => {
    const nothing = { originalId: null, isCompliant: null, type: null }
    expect(targetStateOf(trail, target('later'))).toMatchObject(nothing)
    expect(targetStateOf(trail, target('absent'))).toMatchObject(nothing)
  })

  it.each([
    [target('a b'), /not a valid attestation name/],
    [target(''), /not a valid attestation name/],
    [target('scan', { targets: ['x/y'] }), /“x\/y”/],
    [target('scan', { fingerprint: 'abc' }), /64 characters/],
  ])('%o is said to be wrong', (one, text) => expect(targetProblem(one)).toMatch(text))

  it('is no decision', () => {
    expect(targetProblem(target('scan', { fingerprint }))).toBeNull()
    expect(typeRefusal('system:decision')).toMatch(/record another decision/)
    expect(typeRefusal('custom:coverage')).toBeNull()
  })

  it('may have changed since, in ways that say nothing of who did it', () => {
    const reported = targetStateOf(trail, target('review'))
    const overridden = targetStateOf(trail, target('scan', { fingerprint }))
    const again = { ...overridden, currentId: 'another' }
    const restored = { ...overridden, currentId: 'original', isOverridden: false }
    const newer = { ...reported, originalId: 'newer', currentId: 'newer' }
    expect(changeSince(reported, reported)).toBeNull()
    expect(changeSince(overridden, again)).toMatch(/^This was overridden since/)
    expect(changeSince(restored, overridden)).toMatch(/^This was overridden since/)
    expect(changeSince(overridden, restored)).toMatch(/^The override of this ended since/)
    expect(changeSince(reported, newer)).toMatch(/^A newer report came since/)
  })
})
