import type { Attestation } from '#contract/attestation.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Attestations as CSV; their type data is in the other forms. */
export const attestationColumns: Columns<Attestation> = {
  created_at: (one) => isoTime(one.created_at),
  is_compliant: (one) => one.is_compliant,
  attestation_name: (one) => one.attestation_name,
  attestation_type: (one) => one.attestation_type,
  flow_name: (one) => one.flow_name,
  trail_name: (one) => one.trail_name,
  artifact_fingerprint: (one) => one.artifact_fingerprint,
  target_artifacts: (one) => one.target_artifacts?.join(' ') ?? null,
  commit: (one) => one.git_commit,
  reported_by: (one) => one.reported_by,
  is_override: (one) => one.is_override,
  description: (one) => one.description,
  origin_url: (one) => one.origin_url,
  evidence_archive_path: (one) => one.evidence_archive_path,
  evidence_archive_fingerprint: (one) => one.evidence_archive_fingerprint,
  html_url: (one) => one.html_url,
  attestation_id: (one) => one.attestation_id,
}
