import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import type { RegisteredOverride } from '#contract/override.ts'
import { acceptOverride } from '../change/accept-override.ts'
import { endOverride } from '../change/end-override.ts'
import { previewOverride } from '../change/preview-override.ts'
import { setOverrideExpiry } from '../change/set-override-expiry.ts'
import { dryRun, write } from '../change/write.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { notFound } from '../problem.ts'
import {
  findRegistered,
  historyOf,
  pageOfOverrides,
  type RegisteredRow,
} from './register-queries.ts'

/** An override as the register shows it. */
function registered({ links, orgName }: OrgContext, row: RegisteredRow): RegisteredOverride {
  const payload = row.payload as unknown as CommonPayload & { reason: string }
  const { original_id, original_is_compliant } = row
  return {
    override_id: row.id,
    attestation_name: row.name,
    attestation_type: row.type,
    flow_name: row.flow_name,
    trail_name: row.trail_name,
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
    created_by: row.reported_by,
    expires_at: row.expires_at,
    state: row.state,
    is_in_effect: row.is_in_effect,
    html_url: links.attestation(orgName, row.flow_name, row.trail_name, row.id),
  }
}

export const overrideHandlers = {
  overrideAttestation: (context, { params, body, raw }) =>
    write(context, (w) => acceptOverride(w, { ...params, payload: body, raw })),

  async makeOverride(context, { body }) {
    const { flow_name, trail_name, expires_at, ...payload } = body
    const raw = JSON.stringify(payload)
    const asked = { flow_name, trail_name, expires_at, payload, raw }
    return { override_id: await write(context, (w) => acceptOverride(w, asked)) }
  },

  async previewOverride(context, { body }) {
    const { flow_name, trail_name, expires_at, ...payload } = body
    const asked = { flow_name, trail_name, expires_at, payload, raw: JSON.stringify(payload) }
    return dryRun(context, (w) => previewOverride(w, asked))
  },

  async setOverrideExpiry(context, { params, body }) {
    await write(context, (w) => setOverrideExpiry(w, params.override_id, body))
    return 'OK'
  },

  async endOverride(context, { params, body }) {
    await write(context, (w) => endOverride(w, params.override_id, body.reason))
    return 'OK'
  },

  async listOverrides(context, { query }) {
    const { page, per_page, ...filters } = query
    const asked = { page, per_page }
    const { rows, total } = await pageOfOverrides(context.org, filters, asked, context.clock())
    return {
      data: rows.map((row) => registered(context, row)),
      pagination: pagination(total, asked),
    }
  },

  async getOverride(context, { params }) {
    const { org, orgName } = context
    const { override_id: id } = params
    const row = await findRegistered(org, id, context.clock())
    if (!row) throw notFound(`Override '${id}' does not exist in organization '${orgName}'`)
    const override = registered(context, row)
    const { expiries, end } = await historyOf(org, id)
    const { reason, created_at: at, created_by: by } = override
    return {
      override,
      history: [
        { kind: 'made' as const, at, by, reason },
        ...expiries.map((one) => ({ kind: 'expiry_set' as const, ...one })),
        ...(end ? [end] : []),
      ],
    }
  },
} satisfies Partial<Handlers>
