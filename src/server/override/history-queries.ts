import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

/** What became of an override: what was said of its end, who looked it over, and how it ended. */
export async function historyOf(org: OrgDatabase, id: string) {
  const expiries = await org
    .selectFrom('override_expiry')
    .select(['set_at as at', 'set_by as by', 'reason', 'expires_at'])
    .where('override_expiry.override_id', '=', id)
    .orderBy('override_expiry.id')
    .execute()
  const reviews = await org
    .selectFrom('override_review')
    .select(['reviewed_at as at', 'reviewed_by as by', 'comment as reason'])
    .where('override_review.override_id', '=', id)
    .orderBy('override_review.id')
    .execute()
  const end = await org
    .selectFrom('override_end')
    .select(['kind', 'ended_at as at', 'ended_by as by', 'reason'])
    .where('override_end.override_id', '=', id)
    .executeTakeFirst()
  return { expiries, reviews, end }
}

/** What an override flipped when it was made, or would have when it was asked for. */
export async function findEffect(org: OrgDatabase, id: string) {
  const made = await org
    .selectFrom('override_impact')
    .select('override_impact.effect')
    .where('override_impact.override_id', '=', id)
    .executeTakeFirst()
  if (made) return made.effect
  const asked = await org
    .selectFrom('override_proposal')
    .select('override_proposal.effect')
    .where('override_proposal.id', '=', id)
    .executeTakeFirst()
  return asked?.effect ?? null
}

/** The override that came of a request; null while none has. */
export async function overrideOfRequest(org: OrgDatabase, id: string): Promise<string | null> {
  const row = await org
    .selectFrom('override_proposal')
    .select('override_proposal.override_id')
    .where('override_proposal.id', '=', id)
    .executeTakeFirst()
  return row?.override_id ?? null
}

/** Which of some overrides there are, with where they are. */
export async function listOverridesOf(org: OrgDatabase, ids: readonly string[]) {
  return org
    .selectFrom('override_state')
    .select('override_state.override_id')
    .where(sql<boolean>`override_state.override_id = any(${ids})`)
    .execute()
}

/** Notes that somebody looked overrides over. */
export async function insertReviews(
  org: OrgDatabase,
  reviews: readonly {
    id: string
    override_id: string
    comment: string
    reviewed_at: number
    reviewed_by: string
  }[],
): Promise<void> {
  await org.writeTogether(org.insertMany('override_review', reviews))
}
