import type { RegisteredOverride } from '#contract/override.ts'
import { type Columns, isoTime } from '../export/csv.ts'

const instant = (at: number | null | undefined) => (at == null ? null : isoTime(at))

/** Overrides and requests as CSV. */
export const overrideColumns: Columns<RegisteredOverride> = {
  override_id: (one) => one.override_id,
  created_at: (one) => isoTime(one.created_at),
  state: (one) => one.state,
  is_in_effect: (one) => String(one.is_in_effect),
  attestation_name: (one) => one.attestation_name,
  attestation_type: (one) => one.attestation_type,
  original_is_compliant: (one) => one.original && String(one.original.is_compliant),
  new_compliance_status: (one) => String(one.new_compliance_status),
  flow_name: (one) => one.flow_name,
  trail_name: (one) => one.trail_name,
  artifact_fingerprint: (one) => one.artifact_fingerprint,
  target_artifacts: (one) => one.target_artifacts.join(' '),
  created_by: (one) => one.created_by,
  approved_by: (one) => one.approved_by,
  reason: (one) => one.reason,
  ticket: (one) =>
    Object.values(one.external_urls)
      .map(({ href }) => href)
      .join(' '),
  expires_at: (one) => instant(one.expires_at),
  expires_after_days: (one) => one.expires_after_days,
  environment_count: (one) => one.environment_count,
  reviewed_by: (one) => one.review?.by ?? null,
  reviewed_at: (one) => instant(one.review?.at),
  original_attestation_id: (one) => one.original?.attestation_id ?? null,
  html_url: (one) => one.html_url,
}
