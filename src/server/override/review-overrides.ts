import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { requireReviewer } from '#server/exception/review-refusal.ts'
import { validationProblem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { insertReviews, listOverridesOf } from './queries.ts'

/**
 * Records a review of overrides, all or none.
 * @throws Problem 400 naming the unknown ones, 403 for what the caller made and for service accounts
 */
export async function reviewOverrides(
  write: UnitOfWork,
  { override_ids, comment }: { override_ids: readonly string[]; comment: string },
): Promise<void> {
  const { org, orgName, at, actor, newId } = write
  const ids = [...new Set(override_ids)]
  const overrides = await listOverridesOf(org, ids)
  const known = new Set(overrides.map((row) => row.override_id))
  const refusals = override_ids.flatMap((id, index) => {
    if (known.has(id)) return []
    const reason = `Override '${id}' does not exist in organization '${orgName}'`
    return [{ path: ['override_ids', index], reason, input: id }]
  })
  if (refusals.length > 0) throw validationProblem(refusals)
  await requireReviewer(
    write,
    overrides.map((one) => ({ ...one, what: `the override of '${one.name}'` })),
  )
  const by = { comment, reviewed_at: at, reviewed_by: actor.name }
  await insertReviews(
    org,
    ids.map((override_id) => ({ id: newId(), override_id, ...by })),
  )
  await appendAuditEntry(write, {
    kind: 'override_reviewed',
    subject: {},
    body: { override_ids: ids, comment },
  })
}
