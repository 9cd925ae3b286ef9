import type { LoggedDecision } from '#contract/decision-page.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Decisions as CSV. */
export const decisionColumns: Columns<LoggedDecision> = {
  attestation_id: (decision) => decision.attestation_id,
  created_at: (decision) => isoTime(decision.created_at),
  control: (decision) => decision.control,
  control_version: (decision) => decision.control_version,
  control_name: (decision) => decision.control_name,
  is_compliant: (decision) => String(decision.is_compliant),
  flow_name: (decision) => decision.flow_name,
  trail_name: (decision) => decision.trail_name,
  attestation_name: (decision) => decision.attestation_name,
  artifact_fingerprint: (decision) => decision.artifact_fingerprint,
  reported_by: (decision) => decision.reported_by,
  violation: (decision) => decision.violation,
  violation_count: (decision) => decision.violation_count,
}
