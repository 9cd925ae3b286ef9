import type { proposeAllowance as endpoint } from '#contract/allow-list/allowance-proposal.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import { auditEnvironment, lockActiveEnvironment } from '#server/environment/load-environment.ts'
import { findSettings } from '#server/organization/queries.ts'
import {
  requireApprover,
  requireExpiryStillAllowed,
  requireRequester,
  requireUndecided,
} from '#server/override/request-approval.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { endSetBy, lockAllowing, recordAllowed, validateAllowedUntil } from './allow-artifact.ts'
import {
  endEntry,
  type EntryWithEnvironment,
  findEntry,
  findEntryById,
  insertEntry,
  updateEntry,
} from './queries.ts'

/**
 * Asks for an entry of an environment's allow-list, which a second person approves.
 * @returns its id
 * @throws Problem 404 for an unknown environment, 400 for a logical one and for an end that the
 * organization does not allow, 409 where the artifact is on the list or asked for already
 */
export async function requestAllowance(
  write: UnitOfWork,
  { environment_name, ...allowance }: BodyOf<typeof endpoint>,
): Promise<string> {
  const { org, at, actor } = write
  const environment = await lockAllowing(write, environment_name)
  const { artifact_fingerprint: fingerprint, artifact_name: name, description } = allowance
  const key = { environmentId: environment.id, fingerprint }
  if (await findEntry(org, 'stands', key)) throw taken(name, environment_name, 'is on')
  if (await findEntry(org, 'requested', key)) throw taken(name, environment_name, 'waits for')
  await validateAllowedUntil(write, allowance.expires_at)
  const id = write.newId()
  const expires_at = allowance.expires_at ?? null
  await insertEntry(org, {
    ...{ id, environment_id: environment.id, fingerprint, name, description, expires_at },
    ...{ created_at: at, created_by: actor.name, created_by_id: actor.userId, approved_by: null },
    ...{ standing: 'requested', has_usual_expiry: allowance.expires_at === undefined },
    ...endSetBy(write, expires_at),
  })
  const body = { proposal_id: id, environment_name, ...allowance }
  await auditEnvironment(write, 'allowance_requested', environment_name, body)
  return id
}

const taken = (name: string, environment: string, how: 'is on' | 'waits for') =>
  new Problem(409, `'${name}' ${how} the allow-list of environment '${environment}' already`, {
    code: 'already_exists',
  })

/** Finds a request that waits and locks its environment. @throws Problem 404, or 409 once decided */
async function lockOpenRequest(write: UnitOfWork, id: string) {
  const find = async (): Promise<EntryWithEnvironment> => {
    const found = await findEntryById(write.org, id)
    if (found && (found.standing !== 'stands' || found.approved_by !== null)) return found
    const { orgName } = write
    throw notFound(`Request '${id}' for an allow-list does not exist in organization '${orgName}'`)
  }
  const environment = await lockActiveEnvironment(write, (await find()).environment_name)
  // Its state is read under the lock: somebody may have decided meanwhile.
  const request = await find()
  requireUndecided(decisionOn(request))
  return { environment, request }
}

/** Outcome of a request: an approved one is an entry, which may have ended since. */
function decisionOn(request: EntryWithEnvironment) {
  const { standing, approved_by, created_at, ended_at, ended_by } = request
  if (standing === 'requested') return { decision: null, by: null, at: null }
  return approved_by === null
    ? { decision: standing, by: ended_by, at: ended_at }
    : { decision: 'approved', by: approved_by, at: created_at }
}

const endBy = ({ at, actor }: UnitOfWork) => ({ at, by: actor.name })

/**
 * Approves a request: from now on its artifact is allowed.
 * @throws Problem 404, 403 for its requester and for weaker roles, 409 once it is decided, or where
 * its end has passed or the artifact is allowed already
 */
export async function approveAllowance(
  write: UnitOfWork,
  id: string,
  reason: string,
): Promise<void> {
  const { org, at, actor } = write
  const { environment, request } = await lockOpenRequest(write, id)
  const settings = await requireDecider(write, request)
  const { name, fingerprint, description, has_usual_expiry } = request
  const requested = has_usual_expiry ? undefined : request.expires_at
  const end = { thing: 'entry', expires_at: requested } as const
  const expires_at = requireExpiryStillAllowed(settings, end, at)
  if (await findEntry(org, 'stands', { environmentId: environment.id, fingerprint })) {
    throw taken(name, environment.name, 'is on')
  }
  const state = { standing: 'stands', created_at: at, approved_by: actor.name } as const
  await updateEntry(org, id, { ...state, expires_at, has_usual_expiry: false })
  await auditDecision(write, request, { decision: 'approved', reason })
  await recordAllowed(write, environment, { fingerprint, name, description, expires_at })
}

/** Declines a request. @throws Problem 404, 403 as for an approval, 409 once it is decided */
export async function declineAllowance(
  write: UnitOfWork,
  id: string,
  reason: string,
): Promise<void> {
  const { request } = await lockOpenRequest(write, id)
  await requireDecider(write, request)
  await endEntry(write.org, id, { standing: 'declined', ...endBy(write) })
  await auditDecision(write, request, { decision: 'declined', reason })
}

/** Withdraws an own request. @throws Problem 404, 403 for one of another, 409 once it is decided */
export async function withdrawAllowance(
  write: UnitOfWork,
  id: string,
  reason: string,
): Promise<void> {
  const { request } = await lockOpenRequest(write, id)
  requireRequester(write, { name: request.created_by, id: request.created_by_id })
  await endEntry(write.org, id, { standing: 'withdrawn', ...endBy(write) })
  await auditDecision(write, request, { decision: 'withdrawn', reason })
}

async function requireDecider(write: UnitOfWork, { created_by_id }: EntryWithEnvironment) {
  const { settings } = await findSettings(write.org, 'overrides')
  await requireApprover(write, settings, created_by_id)
  return settings
}

function auditDecision(
  write: UnitOfWork,
  { id, environment_name, fingerprint, name, created_by }: EntryWithEnvironment,
  { decision, reason }: { decision: 'approved' | 'declined' | 'withdrawn'; reason: string },
): Promise<void> {
  const about = { proposal_id: id, environment_name, fingerprint, artifact_name: name }
  const body = { ...about, requested_by: created_by, decision, reason }
  return auditEnvironment(write, `allowance_${decision}`, environment_name, body)
}
