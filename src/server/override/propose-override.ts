import type { OverrideEffect } from '#contract/override/override-effect.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { findSettings } from '#server/organization/queries.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { insertOverride, type OverrideRequest, validateOverrideRequest } from './create-override.ts'
import {
  requireApprover,
  requireExpiryStillAllowed,
  requireRequester,
  requireUndecided,
} from './request-approval.ts'
import {
  insertProposal,
  lockProposal,
  type ProposalRow,
  closeProposal,
} from './proposal-queries.ts'

/**
 * Stores a request for an override, with its effect.
 * @returns its id
 * @throws Problem as making it would
 */
export async function proposeOverride(
  write: UnitOfWork,
  requested: OverrideRequest,
  effect: OverrideEffect,
): Promise<string> {
  const { org, at, actor, newId } = write
  const { flow, trail, artifact, overridden, type } = await validateOverrideRequest(
    write,
    requested,
  )
  const { payload, raw, expires_at } = requested
  const id = newId()
  await insertProposal(org, {
    id,
    flow_id: flow.id,
    trail_id: trail.id,
    name: payload.attestation_name,
    type,
    is_compliant: payload.new_compliance_status,
    fingerprint: artifact?.fingerprint ?? null,
    target_artifacts: artifact ? [] : [...new Set(payload.target_artifacts)],
    overridden_attestation_id: overridden[0]?.id ?? null,
    payload: raw,
    expires_at: expires_at ?? null,
    has_usual_expiry: expires_at === undefined,
    effect: JSON.stringify(effect),
    requested_at: at,
    requested_by: actor.name,
    requested_by_id: actor.userId,
  })
  const subject = { flow_name: flow.name, trail_name: trail.name }
  await appendAuditEntry(write, {
    kind: 'override_requested',
    subject,
    body: { proposal_id: id, ...subject, payload, ...(expires_at !== undefined && { expires_at }) },
  })
  return id
}

/** Finds an undecided request and locks it. @throws Problem 404, or 409 naming the decision */
async function lockOpenProposal({ org, orgName }: UnitOfWork, id: string): Promise<ProposalRow> {
  const found = await lockProposal(org, id)
  if (!found) {
    throw notFound(`Request '${id}' for an override does not exist in organization '${orgName}'`)
  }
  const { decision, decided_by: by, decided_at: at } = found
  requireUndecided({ decision, by, at })
  return found
}

/**
 * Approves a request and makes its override.
 * @returns the id of the override
 * @throws Problem 404, 403 for its requester and for weaker roles, 409 once it is decided or cannot
 * be made any more
 */
export async function approveProposal(
  write: UnitOfWork,
  id: string,
  reason: string,
): Promise<string> {
  const proposal = await lockOpenProposal(write, id)
  const { settings } = await findSettings(write.org, 'overrides')
  await requireApprover(write, settings, proposal.requested_by_id)
  const { flow_name, trail_name, payload, has_usual_expiry, requested_by } = proposal
  const requested = {
    flow_name,
    trail_name,
    payload: payload as unknown as OverrideRequest['payload'],
    raw: JSON.stringify(payload),
    expires_at: has_usual_expiry ? undefined : proposal.expires_at,
  }
  const { expires_at } = requested
  requireExpiryStillAllowed(settings, { thing: 'override', expires_at }, write.at)
  const validated = await validateOverrideRequest(write, requested)
  if ((validated.overridden[0]?.id ?? null) !== proposal.overridden_attestation_id) {
    throw new Problem(
      409,
      `'${proposal.name}' was reported again since the request was made: it has to be asked for anew`,
      { code: 'request_outdated' },
    )
  }
  const request = { proposal_id: id, requested_by, requested_by_id: proposal.requested_by_id }
  const { id: override_id } = await insertOverride(write, requested, validated, { request })
  await decideProposal(write, proposal, { decision: 'approved', reason, override_id })
  return override_id
}

/** Declines a request. @throws Problem 404, 403 as for an approval, 409 once it is decided */
export async function declineProposal(
  write: UnitOfWork,
  id: string,
  reason: string,
): Promise<void> {
  const proposal = await lockOpenProposal(write, id)
  const { settings } = await findSettings(write.org, 'overrides')
  await requireApprover(write, settings, proposal.requested_by_id)
  await decideProposal(write, proposal, { decision: 'declined', reason, override_id: null })
}

/** Withdraws an own request. @throws Problem 404, 403 for one of another, 409 once it is decided */
export async function withdrawProposal(
  write: UnitOfWork,
  id: string,
  reason: string,
): Promise<void> {
  const proposal = await lockOpenProposal(write, id)
  requireRequester(write, { name: proposal.requested_by, id: proposal.requested_by_id })
  await decideProposal(write, proposal, { decision: 'withdrawn', reason, override_id: null })
}

async function decideProposal(
  write: UnitOfWork,
  { id, flow_name, trail_name, name, requested_by }: ProposalRow,
  closing: {
    decision: NonNullable<ProposalRow['decision']>
    reason: string
    override_id: string | null
  },
): Promise<void> {
  const { org, at, actor } = write
  const by = { decided_at: at, decided_by: actor.name, decided_by_id: actor.userId }
  await closeProposal(org, id, { ...closing, ...by })
  const on = { flow_name, trail_name }
  await appendAuditEntry(write, {
    kind: `override_${closing.decision}`,
    subject: on,
    body: { proposal_id: id, attestation_name: name, ...on, requested_by, ...closing },
  })
}
