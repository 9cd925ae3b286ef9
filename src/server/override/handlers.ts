import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import { linkOf } from '#contract/common/fields.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { approvalRefusal, activeOverrideDays } from '#domain/override/override-rules.ts'
import { exportAnswer, inBatches } from '#server/export/export-answer.ts'
import { isoTime, type Columns } from '#server/export/formats.ts'
import { overrideSettings } from '#server/organization/settings.ts'
import { notFound } from '#server/platform/problem.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { answerOk, inUnitOfWork, dryRun } from '#server/unit-of-work/unit-of-work.ts'
import {
  createOverrides,
  overrideRequestOf,
  previewOverrides,
  requestOverride,
  reviewOverrides,
} from './bulk-override.ts'
import { createOverride, previewOverride } from './create-override.ts'
import { endOverride, setOverrideExpiry } from './end-override.ts'
import { approveProposal, declineProposal, withdrawProposal } from './propose-override.ts'
import { historyOf, findEffect } from './queries.ts'
import {
  type EntryRow,
  type RegisterReader,
  pageOfOverrides,
  listEntryIds,
  readEntries,
  countActive,
  countByMaker,
} from './register-queries.ts'

export const overrideHandlers = {
  overrideAttestation: (context, { params, body, raw }) =>
    inUnitOfWork(context, (w) => createOverride(w, { ...params, payload: body, raw })),

  async makeOverride(context, { body }) {
    return {
      override_id: await inUnitOfWork(context, (w) => createOverride(w, overrideRequestOf(body))),
    }
  },

  previewOverride: (context, { body }) =>
    dryRun(context, (w) => previewOverride(w, overrideRequestOf(body))),

  async makeOverrides(context, { body }) {
    return { results: await createOverrides(context, body) }
  },

  previewOverrides: (context, { body }) => dryRun(context, (w) => previewOverrides(w, body)),

  async proposeOverride(context, { body }) {
    return { proposal_id: await requestOverride(context, overrideRequestOf(body)) }
  },

  async approveProposal(context, { params, body }) {
    const reason = body.reason ?? ''
    return {
      override_id: await inUnitOfWork(context, (w) =>
        approveProposal(w, params.proposal_id, reason),
      ),
    }
  },

  declineProposal: (context, { params, body }) =>
    answerOk(context, (w) => declineProposal(w, params.proposal_id, body.reason)),

  withdrawProposal: (context, { params, body }) =>
    answerOk(context, (w) => withdrawProposal(w, params.proposal_id, body.reason ?? '')),

  setOverrideExpiry: (context, { params, body }) =>
    answerOk(context, (w) => setOverrideExpiry(w, params.override_id, body)),

  endOverride: (context, { params, body }) =>
    answerOk(context, (w) => endOverride(w, params.override_id, body.reason)),

  reviewOverrides: (context, { body }) =>
    answerOk(context, (w) => reviewOverrides(w, { ...body, comment: body.comment ?? '' })),
} satisfies Partial<Handlers>

type Caller = Pick<OrgContext, 'links' | 'orgName' | 'actor' | 'role'>

/** Serializes the request of an override for a caller. */
function requestOf(
  { actor, role }: Caller,
  row: EntryRow,
  settings: OverrideSettings,
): RegisteredOverride['request'] {
  const { proposal_id, requested_at, requested_by } = row
  if (proposal_id === null || requested_at === null || requested_by === null) return null
  const { decision: kind, decided_at: at, decided_by: by, decision_reason: reason } = row
  const isOwn = row.requested_by_id === actor.userId || row.is_of_own_account
  const refusal = approvalRefusal(settings, { ...actor, role }, isOwn)
  return {
    proposal_id,
    requested_at,
    requested_by,
    decision:
      kind === null || at === null || by === null ? null : { kind, at, by, reason: reason ?? '' },
    approval_refusal: kind === null ? (refusal?.message ?? null) : null,
  }
}

/** Serializes an override, or a request for one, for the register. */
function registered(caller: Caller, row: EntryRow, settings: OverrideSettings): RegisteredOverride {
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
    flow_archived: row.flow_archived,
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

/** Columns of overrides and requests as CSV. */
const overrideColumns: Columns<RegisteredOverride> = {
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
      .flatMap((value) => linkOf(value)?.href ?? [])
      .join(' '),
  expires_at: (one) => isoTime(one.expires_at),
  expires_after_days: (one) => one.expires_after_days,
  environment_count: (one) => one.environment_count,
  reviewed_by: (one) => one.review?.by ?? null,
  reviewed_at: (one) => isoTime(one.review?.at ?? null),
  original_attestation_id: (one) => one.original?.attestation_id ?? null,
  html_url: (one) => one.html_url,
  flow_archived: (one) => one.flow_archived,
}

const readerOf = ({ actor, clock }: OrgContext): RegisterReader => ({ ...actor, now: clock() })

/** Serializes overrides and requests of the register for a caller. */
async function entriesOf(context: OrgContext, rows: EntryRow[]): Promise<RegisteredOverride[]> {
  const settings = await overrideSettings(context.org)
  return rows.map((row) => registered(context, row, settings))
}

/** Events of a request, oldest first. */
function eventsOf({ request, reason }: RegisteredOverride) {
  if (request === null) return []
  const { requested_at: at, requested_by: by, decision } = request
  return [{ kind: 'requested' as const, at, by, reason }, ...(decision ? [decision] : [])]
}

export const registerHandlers = {
  async listOverrides(context, { query }) {
    const { page, per_page, ...filters } = query
    const paging = { page, per_page }
    const { rows, total } = await pageOfOverrides(context.org, filters, paging, readerOf(context))
    return { data: await entriesOf(context, rows), pagination: pagination(total, paging) }
  },

  async exportOverrides(context, { query }) {
    const { format: _, ...filters } = query
    async function* read(asOf: number) {
      const to_timestamp = Math.min(asOf, filters.to_timestamp ?? asOf)
      const reader = { ...readerOf(context), now: asOf }
      const ids = await listEntryIds(context.org, { ...filters, to_timestamp }, asOf)
      for (const some of inBatches(ids)) {
        yield entriesOf(context, await readEntries(context.org, some, reader))
      }
    }
    return exportAnswer(context, { list: 'overrides', query, columns: overrideColumns, read })
  },

  async countOverrides({ org, clock }, { query }) {
    const now = clock()
    const requested = { from: query.from_timestamp, to: query.to_timestamp }
    const { from, to } = parseTimeWindow(requested, now, { defaultDays: 90, byDay: true })
    const window = { from_timestamp: from, to_timestamp: to }
    const active = await countActive(org, query, now)
    const makers = await countByMaker(org, { ...query, ...window }, now)
    return {
      ...window,
      days: activeOverrideDays({ from, to }, active),
      ...makers,
    }
  },

  async getOverride(context, { params }) {
    const { org, orgName } = context
    const entries = await readEntries(org, [params.override_id], readerOf(context))
    const [override] = await entriesOf(context, entries)
    if (!override)
      throw notFound(`Override '${params.override_id}' does not exist in organization '${orgName}'`)
    const { override_id: id } = override
    const { expiries, reviews, end } = await historyOf(org, id)
    const { reason, created_at: at, created_by: by } = override
    // The end that it was made with is part of its making: the organization may have set it.
    const first = expiries.find((one) => one.at === at)
    const later = [
      ...expiries
        .filter((one) => one !== first)
        .map((one) => ({ kind: 'expiry_set' as const, ...one })),
      ...reviews.map((one) => ({ kind: 'reviewed' as const, ...one })),
      ...(end ? [end] : []),
    ]
    const ofRequest = eventsOf(override)
    return {
      override,
      history: [
        ...ofRequest,
        ...(override.is_request
          ? []
          : [
              {
                kind: 'made' as const,
                at,
                by,
                reason,
                expires_at: first?.expires_at ?? null,
              },
            ]),
        ...later.sort((a, b) => a.at - b.at),
      ],
      impact: await findEffect(org, id),
    }
  },
} satisfies Partial<Handlers>
