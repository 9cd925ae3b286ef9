import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import type { RegisteredOverride } from '#contract/override.ts'
import type { OverrideSettings } from '#contract/organization-settings.ts'
import { approvalRefusal } from '#domain/override-rules.ts'
import type { OrgContext } from '../handler.ts'
import type { EntryRow } from './register-queries.ts'

type Caller = Pick<OrgContext, 'links' | 'orgName' | 'actor' | 'role'>

/** How an override was asked for, as its register shows it to a caller. */
function requestOf(
  { actor, role }: Caller,
  row: EntryRow,
  settings: OverrideSettings,
): RegisteredOverride['request'] {
  const { proposal_id, requested_at, requested_by } = row
  if (proposal_id === null || requested_at === null || requested_by === null) return null
  const { decision: kind, decided_at: at, decided_by: by, decision_reason: reason } = row
  const isOwn = row.requested_by_id === actor.userId || row.is_of_own_account
  return {
    proposal_id,
    requested_at,
    requested_by,
    decision:
      kind === null || at === null || by === null ? null : { kind, at, by, reason: reason ?? '' },
    approval_refusal: kind === null ? approvalRefusal(settings, { ...actor, role }, isOwn) : null,
  }
}

/** An override, or a request for one, as the register shows it. */
export function registered(
  caller: Caller,
  row: EntryRow,
  settings: OverrideSettings,
): RegisteredOverride {
  const { links, orgName } = caller
  const payload = row.payload as unknown as CommonPayload & { reason: string }
  const { original_id, original_is_compliant, flow_name, trail_name } = row
  const { reviewed_at: at, reviewed_by: by, review_comment: comment } = row
  return {
    override_id: row.id,
    is_request: row.is_request,
    attestation_name: row.name,
    attestation_type: row.type,
    flow_name,
    trail_name,
    artifact_fingerprint: row.fingerprint,
    target_artifacts: row.target_artifacts,
    new_compliance_status: row.is_compliant,
    original:
      original_id === null || original_is_compliant === null
        ? null
        : { attestation_id: original_id, is_compliant: original_is_compliant },
    reason: payload.reason,
    description: payload.description ?? '',
    origin_url: payload.origin_url ?? '',
    external_urls: payload.external_urls ?? {},
    annotations: payload.annotations ?? {},
    created_at: row.created_at,
    created_by: row.created_by,
    approved_by: row.approved_by,
    expires_at: row.expires_at,
    expires_after_days:
      row.has_usual_expiry && row.state === 'requested' ? settings.default_days : null,
    state: row.state,
    is_in_effect: row.is_in_effect,
    request: requestOf(caller, row, settings),
    review: at === null || by === null ? null : { at, by, comment: comment ?? '' },
    environment_count: row.environment_count,
    html_url: row.is_request
      ? links.override(orgName, row.id)
      : links.attestation(orgName, flow_name, trail_name, row.id),
  }
}
