import { endpoint } from '#contract/common/endpoint.ts'

/**
 * A subject's records and evidence as one file: a tar with `manifest.json` at its end, so that one
 * that was cut short is told by its absence.
 */
export interface PackageManifest {
  format: 'cairn-audit-package'
  version: 1
  organization: string
  subject:
    | { kind: 'attestation'; flow_name: string; trail_name: string; attestation_id: string }
    | { kind: 'trail'; flow_name: string; trail_name: string }
    | { kind: 'artifact'; flow_name: string; fingerprint: string }
  made_by: string
  /** Unix seconds: evidence that came in later is not in it. */
  made_at: number
  /** In the order of the tar, without the manifest itself. */
  files: PackagedFile[]
  /** Evidence that is recorded but could not be found in the store. */
  missing: PackagedFile[]
  /** Evidence whose stored file is not what was received: it is left out. */
  damaged: PackagedFile[]
}

export interface PackagedFile {
  path: string
  /** Bytes. */
  size: number
  /** Lower-case hex. */
  sha256: string
  /** Of evidence: its name as it was sent. */
  name?: string
}

export const downloadAttestationPackage = endpoint({
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/attestation/{attestation_id}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
  status: [200],
  summary: 'Take away an attestation with its evidence; 404 where it has none',
  description:
    'Returns a compressed tar with the attestation as JSON, its evidence file, and a `manifest.json` at the end that lists size and SHA-256 of every file. An attestation without an evidence file is 404. Each download is recorded in the audit log.',
})

export const downloadTrailPackage = endpoint({
  method: 'GET',
  path: '/trails/{org}/{flow_name}/{trail_name}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
  status: [200],
  summary: 'Take away a trail with its artifacts, attestations and evidence',
  description:
    'Returns a compressed tar with the trail, its artifacts and its attestations as JSON, the evidence files, and a `manifest.json` at the end; a package without the manifest was cut short. Each download is recorded in the audit log.',
})

export const downloadArtifactPackage = endpoint({
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/fingerprint/{fingerprint}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
  status: [200],
  summary: 'Take away an artifact with everything on its trails in a flow',
  description:
    'Returns a compressed tar with everything on the trails of this flow that hold the artifact, the evidence files included, and a `manifest.json` at the end. `fingerprint` may be a prefix of 5 characters or more. Each download is recorded in the audit log.',
})
