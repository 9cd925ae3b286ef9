import { insertReviews, listOverridesOf } from '../override/history-queries.ts'
import { refused } from '../problem.ts'
import { leaveRecord } from './leave-record.ts'
import type { Write } from './write.ts'

/** Notes that overrides were looked over. @throws Problem 400 naming those that are unknown */
export async function reviewOverrides(
  write: Write,
  { override_ids, comment }: { override_ids: readonly string[]; comment: string },
): Promise<void> {
  const { org, orgName, at, actor, newId } = write
  const ids = [...new Set(override_ids)]
  const known = new Set((await listOverridesOf(org, ids)).map((row) => row.override_id))
  const refusals = override_ids.flatMap((id, index) => {
    if (known.has(id)) return []
    const reason = `Override '${id}' does not exist in organization '${orgName}'`
    return [{ path: ['override_ids', index], reason, input: id }]
  })
  if (refusals.length > 0) throw refused(refusals)
  const by = { comment, reviewed_at: at, reviewed_by: actor.name }
  await insertReviews(
    org,
    ids.map((override_id) => ({ id: newId(), override_id, ...by })),
  )
  await leaveRecord(write, {
    kind: 'override_reviewed',
    subject: {},
    body: { override_ids: ids, comment },
  })
}
