import { expect, it } from 'vitest'
import { isAboutSubject } from './request-marks.tsx'

const ofTrail = { attestation_name: 'scan', artifact_fingerprint: null, target_artifacts: [] }
const ofArtifact = { ...ofTrail, artifact_fingerprint: 'aa' }
const ofComing = { ...ofTrail, target_artifacts: ['web', 'api'] }
const trail = { name: 'scan', fingerprint: null, artifacts: [] }
const artifact = { name: 'scan', fingerprint: 'aa', artifacts: ['api'] }
const coming = { name: 'scan', fingerprint: null, artifacts: ['api'] }

it.each([
  [ofTrail, trail, true],
  [ofTrail, { ...trail, name: 'tests' }, false],
  [ofTrail, artifact, false],
  [ofTrail, coming, false],
  [ofArtifact, artifact, true],
  [ofArtifact, { ...artifact, fingerprint: 'bb' }, false],
  [ofArtifact, trail, false],
  [ofComing, coming, true],
  [ofComing, artifact, true],
  [ofComing, { ...coming, artifacts: ['db'] }, false],
  [ofComing, trail, false],
])('%j is about %j: %s', (request, place, isAbout) => {
  expect(isAboutSubject(request, place)).toBe(isAbout)
})
