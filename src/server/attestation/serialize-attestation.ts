import type { Attestation } from '#contract/attestation/attestation.ts'
import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import { attestationTypes } from '#contract/attestation/types/index.ts'
import { type AttestationType, kindOf } from '#contract/attestation/types/kind.ts'
import { withEmptyLists } from '#domain/attestation/empty-lists.ts'
import { expiryInstants } from '#domain/verdict/evidence-age.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { Links } from '#server/platform/links.ts'
import type { OrgContext } from '#server/request/handler.ts'
import type { Filters, RecordedUntil } from './filter-queries.ts'
import type { AttestationRow } from './queries.ts'

const schemaVersion = 2

/** Serializes an attestation. */
export function attestationItem(links: Links, org: string, row: AttestationRow): Attestation {
  const payload = row.payload as unknown as CommonPayload & Record<string, unknown>
  const self = `${links.api('attestations', org, [])}?attestation_id=${row.id}`
  return {
    attestation_id: row.id,
    attestation_name: row.name,
    attestation_type: row.type as AttestationType,
    created_at: row.created_at,
    description: payload.description ?? '',
    has_audit_package: row.evidence_sha256 !== null,
    html_url: links.attestation(org, row.flow_name, row.trail_name, row.id),
    is_compliant: row.is_compliant,
    origin_url: payload.origin_url ?? '',
    reported_by: row.reported_by,
    schema_version: schemaVersion,
    user_data: payload.user_data ?? {},
    artifact_fingerprint: row.fingerprint,
    target_artifacts: payload.target_artifacts ?? null,
    git_commit_info: payload.git_commit_info ?? null,
    git_commit: row.git_commit,
    repo_info: payload.repo_info ?? null,
    external_urls: payload.external_urls ?? {},
    annotations: payload.annotations ?? {},
    evidence_archive_path: row.evidence_name,
    evidence_archive_fingerprint: row.evidence_sha256,
    evidence_archive_size: row.evidence_size,
    ...(row.evidence_removed_at !== null && { evidence_removed_at: row.evidence_removed_at }),
    flow_name: row.flow_name,
    flow_archived: row.flow_archived,
    trail_name: row.trail_name,
    is_override: row.is_override,
    record_type: row.is_override ? 'override' : 'evidence',
    reported_is_compliant: row.is_override ? null : row.is_compliant !== row.is_flipped,
    effective_is_compliant: row.standing?.ended_at == null ? row.is_compliant : null,
    ...(row.overriding && { overridden_by: row.overriding.id, override: row.overriding.override }),
    override_of: row.overridden_attestation_id,
    _links: { self: { href: self }, ...(row.evidence_sha256 && linksOfFile(links, org, row)) },
    ...(row.is_override
      ? overrideData(row, payload)
      : typeData(row.type, { ...payload, ...asOfRecording(row), ...row.outcome })),
  } as Attestation
}

function linksOfFile(links: Links, org: string, row: AttestationRow) {
  const { flow_name, flow_archived, trail_name, id } = row
  const path = [flow_name, 'trail', trail_name, 'attestation', id]
  const of = (what: string) => ({
    href: links.api('attestations', org, [...path, what], flow_archived),
  })
  return { evidence: of('evidence'), audit_package: of('audit_package') }
}

/** Fields of an override, in place of its type's data. */
const overrideData = (
  { overridden_attestation_id, standing }: AttestationRow,
  { reason, original_attestation_type, new_compliance_status }: Record<string, unknown>,
) => ({
  reason,
  original_attestation_type,
  new_compliance_status,
  overridden_attestation_id,
  approved_by: standing?.approved_by ?? null,
  expires_at: standing?.expires_at ?? null,
  ended_at: standing?.ended_at ?? null,
})

/** Control of a decision as of its recording, besides the fields sent. */
const asOfRecording = ({ control_version, control_name }: AttestationRow) => ({
  control_version,
  control_name,
})

/** Fields of a type's own data, from the payload as sent. */
function typeData(name: string, payload: Record<string, unknown>) {
  const kind = kindOf(name)
  if (kind === null) return {}
  const type = attestationTypes[kind]
  const from: Record<string, string> = 'from' in type ? type.from : {}
  return Object.fromEntries(
    Object.entries(type.data).map(([field, schema]) => [
      field,
      withEmptyLists(schema, payload[from[field] ?? field]),
    ]),
  )
}

/** Matches no evidence: nothing has this type. */
const none: RecordedUntil = { type: '', until: 0 }

/** Returns filters with what `evidence_age` asks for now, by the organization's settings. */
export async function withAges<F extends Filters>(
  { org, clock }: Pick<OrgContext, 'org' | 'clock'>,
  filters: F,
): Promise<F> {
  if (filters.evidence_age == null) return filters
  const types = expiryInstants(await evidenceLimits(org, clock()))
  const isOfOverrides = filters.record_type === 'override'
  return { ...filters, recorded: isOfOverrides || types.length === 0 ? [none] : types }
}
