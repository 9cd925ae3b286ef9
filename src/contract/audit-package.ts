import { endpoint } from './endpoint.ts'

/**
 * A subject's records and evidence as one file (wire.md 21): a tar with `manifest.json` at its end,
 * so that one that was cut short is told by its absence.
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
  status: [200],
  summary: 'Take away an attestation with its evidence; 404 where it has none',
  decided: 'wire.md 21',
})

export const downloadTrailPackage = endpoint({
  method: 'GET',
  path: '/trails/{org}/{flow_name}/{trail_name}/audit_package',
  access: 'reader',
  response: 'file',
  status: [200],
  summary: 'Take away a trail with its artifacts, attestations and evidence',
  decided: 'wire.md 21',
})

export const downloadArtifactPackage = endpoint({
  method: 'GET',
  path: '/artifacts/{org}/{flow_name}/fingerprint/{fingerprint}/audit_package',
  access: 'reader',
  response: 'file',
  status: [200],
  summary: 'Take away an artifact with everything on its trails in a flow',
  decided: 'wire.md 21',
})
