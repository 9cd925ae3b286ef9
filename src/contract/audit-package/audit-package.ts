import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

/**
 * Manifest of a subject's records and evidence in one tar file: `manifest.json` comes last, so that
 * a tar without it is recognized as cut short.
 */
export interface PackageManifest {
  format: 'cairn-audit-package'
  version: 1
  organization: string
  subject:
    | { kind: 'attestation'; flow_name: string; trail_name: string; attestation_id: string }
    | { kind: 'trail'; flow_name: string; trail_name: string }
    | { kind: 'artifact'; flow_name: string; fingerprint: string }
    | { kind: 'snapshot'; environment_name: string; snapshot_index: number }
  made_by: string
  /** Unix seconds; evidence received later is not included. */
  made_at: number
  /** In the order of the tar; the manifest itself is not listed. */
  files: PackagedFile[]
  /** Recorded evidence that is not in the store. */
  missing: PackagedFile[]
  /** Evidence whose stored file differs from what was received; not included. */
  damaged: PackagedFile[]
  /** Evidence that retention has removed. */
  removed: PackagedFile[]
}

export interface PackagedFile {
  path: string
  /** Bytes. */
  size: number
  /** Lower-case hex. */
  sha256: string
  /** File name of evidence as it was sent. */
  name?: string
}

export const downloadAttestationPackage = endpoint({
  name: 'downloadAttestationPackage',
  method: 'GET',
  path: '/attestations/{org}/{flow_name}/trail/{trail_name}/attestation/{attestation_id}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
})

export const downloadTrailPackage = endpoint({
  name: 'downloadTrailPackage',
  method: 'GET',
  path: '/trails/{org}/{flow_name}/{trail_name}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
})

export const downloadArtifactPackage = endpoint({
  name: 'downloadArtifactPackage',
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/fingerprint/{fingerprint}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
})

export const downloadSnapshotPackage = endpoint({
  name: 'downloadSnapshotPackage',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/snapshots/{snapshot_expression}/audit_package',
  access: 'reader',
  response: 'file',
  media: ['application/gzip'],
})

/** Texts of these endpoints in the API reference. */
export const auditPackageTexts = {
  downloadAttestationPackage: {
    summary: 'Download an attestation with its evidence; 404 where it has none',
    description:
      'Returns a compressed tar with the attestation as JSON, its evidence file, and a `manifest.json` at the end that lists size and SHA-256 of every file. An attestation without an evidence file is 404. Each download is recorded in the audit log.',
  },
  downloadTrailPackage: {
    summary: 'Download a trail with its artifacts, attestations and evidence',
    description:
      'Returns a compressed tar with the trail, its artifacts and its attestations as JSON, the evidence files, and a `manifest.json` at the end; a package without the manifest was cut short. Each download is recorded in the audit log.',
  },
  downloadArtifactPackage: {
    summary: 'Download an artifact with everything on its trails in a flow',
    description:
      'Returns a compressed tar with everything on the trails of this flow that hold the artifact, the evidence files included, and a `manifest.json` at the end. `fingerprint` may be a prefix of 5 characters or more. Each download is recorded in the audit log.',
  },
  downloadSnapshotPackage: {
    summary: 'Download a snapshot with the policies, exceptions and evidence behind its verdicts',
    description:
      'Returns a compressed tar with the snapshot, the policies that evaluated it, what allow-lists said of its artifacts while it was in force, and all that is on their trails by now, of archived flows too: overrides, attestations, evidence files. `manifest.json` comes last. Each download is recorded in the audit log.',
  },
} satisfies EndpointTexts
