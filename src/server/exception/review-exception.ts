import type { BodyOf } from '#contract/common/endpoint.ts'
import type { reviewException as endpoint } from '#contract/exception/exception-review.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { allowArtifact, disallowArtifact } from '#server/allow-list/allow-artifact.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { lockActiveEnvironment } from '#server/environment/load-environment.ts'
import { endOverride, lockOverride, setOverrideExpiry } from '#server/override/end-override.ts'
import { insertReviews } from '#server/override/queries.ts'
import { Problem, fieldProblem, notFound } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { type ExceptionRow, readExceptions } from './register-queries.ts'
import { insertReview, isKnownId, listOwnAccounts } from './review-queries.ts'

/** An exception that is to be reviewed, and how a refusal names it. */
interface Reviewed {
  created_by_id: string | null
  what?: string
}

/** Returns why somebody may not review an exception; null if they may. Accounts are told by id. */
export function reviewRefusal(
  { created_by_id, what = 'this exception' }: Reviewed,
  reviewer: { userId: string; isServiceAccount: boolean },
  ownAccounts: readonly string[],
): { code: 'own_exception' | 'person_only'; message: string } | null {
  if (reviewer.isServiceAccount) {
    const message = 'A service account cannot review an exception: a person has to'
    return { code: 'person_only', message }
  }
  if (created_by_id === null) return null
  if (created_by_id === reviewer.userId || ownAccounts.includes(created_by_id)) {
    const message = `You made ${what} yourself: another person has to review it`
    return { code: 'own_exception', message }
  }
  return null
}

/** Requires that the caller may review exceptions. @throws Problem 403 for what they made themselves */
export async function requireReviewer(
  { org, actor }: UnitOfWork,
  exceptions: readonly Reviewed[],
): Promise<void> {
  const own = await listOwnAccounts(org, actor.responsibleId)
  for (const exception of exceptions) {
    const refusal = reviewRefusal(exception, actor, own)
    if (refusal) throw new Problem(403, refusal.message, { code: refusal.code })
  }
}

type Review = BodyOf<typeof endpoint>

/**
 * Records the review of an exception, and carries its decision out.
 * @throws Problem 404; 403 for what the caller made and for service accounts; 400 for a decision
 * that the exception cannot have; 409 once it has ended or was changed since it was seen
 */
export async function reviewException(write: UnitOfWork, review: Review): Promise<void> {
  const { org, at, actor, newId } = write
  await lockException(write, await findException(write, review))
  // Its state is read under the lock: somebody may have ended or changed it meanwhile.
  const exception = await findException(write, review)
  await requireReviewer(write, [exception])
  requireUnchanged(exception, review)
  requirePossible(exception, review)
  await carryOut(write, exception, review)
  const { kind, exception_id, outcome, reason } = review
  const { name } = exception
  const place = exception.policy_name ?? exception.trail_name ?? exception.environment_name ?? ''
  const by = { reviewed_at: at, reviewed_by: actor.name }
  await insertReview(org, {
    ...{ id: newId(), kind, exception_id, name, place, outcome, reason },
    ...{ ...by, reviewed_by_id: actor.userId },
  })
  if (kind === 'override') {
    await insertReviews(org, [{ id: newId(), override_id: exception_id, comment: reason, ...by }])
  }
  const { flow_name, trail_name, environment_name } = exception
  await appendAuditEntry(write, {
    kind: 'exception_reviewed',
    subject: {
      ...(flow_name !== null && { flow_name }),
      ...(trail_name !== null && { trail_name }),
      ...(environment_name !== null && { environment_name }),
    },
    body: { kind, exception_id, name, place, outcome, reason, expires_at: review.expires_at },
  })
}

/** Finds an exception in force. @throws Problem 404, or 409 once it was replaced or has ended */
async function findException(
  { org, orgName, at }: UnitOfWork,
  { kind, exception_id }: Review,
): Promise<ExceptionRow> {
  const rows = await readExceptions(org, [exception_id], at)
  const found = rows.find((row) => row.kind === kind)
  if (found && inForceStates.includes(found.state)) return found
  // Exceptions of policies are named by where they stand.
  if (found || (await isKnownId(org, exception_id.split(':')[0] ?? ''))) {
    throw new Problem(
      409,
      'The exception is not in force any more: it has ended or was replaced meanwhile',
      {
        code: 'exception_changed',
      },
    )
  }
  throw notFound(`Exception '${exception_id}' does not exist in organization '${orgName}'`)
}

async function lockException(write: UnitOfWork, exception: ExceptionRow): Promise<void> {
  if (exception.kind === 'override') await lockOverride(write, exception.id)
  if (exception.kind === 'allow_list') {
    await lockActiveEnvironment(write, exception.environment_name ?? '')
  }
}

/** @throws Problem 409 naming what somebody else did since the reviewer looked */
function requireUnchanged(exception: ExceptionRow, { seen }: Review): void {
  const { reviewed_at, reviewed_by, expires_at } = exception
  const code = 'exception_changed'
  if (reviewed_at !== seen.reviewed_at) {
    const message = `The exception was reviewed by '${reviewed_by}' meanwhile`
    throw new Problem(409, message, { code })
  }
  if (expires_at !== seen.expires_at) {
    const end = expires_at === null ? 'no end' : new Date(expires_at * 1_000).toISOString()
    throw new Problem(409, `The end of the exception was changed in the meantime, to ${end}`, {
      code,
    })
  }
}

/** @throws Problem 400 for a decision that the exception cannot have */
function requirePossible(exception: ExceptionRow, { outcome, expires_at }: Review): void {
  if (exception.kind === 'policy' && outcome !== 'kept') {
    const message = 'An exception of a policy ends with a new version of the policy'
    throw fieldProblem('outcome', message, outcome)
  }
  if (outcome !== 'shortened') {
    if (expires_at == null) return
    throw fieldProblem('expires_at', 'Only what is shortened gets an end', expires_at)
  }
  if (expires_at == null) throw fieldProblem('expires_at', 'Field required', expires_at)
  if (exception.expires_at !== null && expires_at >= exception.expires_at) {
    const end = new Date(exception.expires_at * 1_000).toISOString()
    throw fieldProblem('expires_at', `The end should be before the present one, ${end}`, expires_at)
  }
}

async function carryOut(
  write: UnitOfWork,
  exception: ExceptionRow,
  { outcome, expires_at, reason }: Review,
): Promise<void> {
  if (outcome === 'kept') return
  const { kind, id, name, reason: description } = exception
  if (kind === 'override') {
    if (outcome === 'ended') return endOverride(write, id, reason)
    return setOverrideExpiry(write, id, { expires_at: expires_at ?? null, reason })
  }
  const environment = exception.environment_name ?? ''
  const artifact_fingerprint = exception.artifact_fingerprint ?? ''
  if (outcome === 'ended') return disallowArtifact(write, environment, artifact_fingerprint)
  const entry = { artifact_fingerprint, artifact_name: name, description, expires_at }
  await allowArtifact(write, environment, entry)
}
