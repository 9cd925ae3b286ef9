import { type Kysely, sql } from 'kysely'
import type { Session } from '#contract/session/session.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Actor } from '#server/platform/actor.ts'

/** The zone that the current organization shows beside UTC. */
const timeZone = sql<string | null>`(
  select value ->> 'time_zone' from organization_setting
  where organization_setting.org_id = organization.id and section = 'time')`

const maxKeyAgeDays = sql<number | null>`(
  select (value ->> 'max_age_days')::integer from organization_setting
  where organization_setting.org_id = organization.id and section = 'keys')`

/** A caller by name. */
export type CallerName = Pick<Actor, 'userId' | 'name' | 'isServiceAccount'>

/** Finds the identity and memberships of a caller, for the dashboard. */
export async function findSession(
  database: Kysely<Tables>,
  { userId, name, isServiceAccount }: CallerName,
): Promise<Session> {
  if (isServiceAccount) {
    const memberships = await membershipsOf(database, userId)
    const organizations = await withLastChange(database, memberships)
    return { user: { name, email: null }, default_org: memberships[0]?.name ?? null, organizations }
  }
  const user = await database
    .selectFrom('user_account')
    .leftJoin('organization', (join) =>
      join
        .onRef('organization.id', '=', 'user_account.default_org_id')
        .on('organization.purge_at', 'is', null),
    )
    .select(['user_account.email', 'organization.name as default_org'])
    .where('user_account.id', '=', userId)
    .executeTakeFirstOrThrow()
  const memberships = await database
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.org_id')
    .select(['organization.id', 'organization.name', 'organization.kind', 'membership.role'])
    .select([timeZone.as('time_zone'), maxKeyAgeDays.as('max_key_age_days')])
    .where('membership.user_id', '=', userId)
    .where('organization.purge_at', 'is', null)
    // Nobody is in that of the instance.
    .$narrowType<{ kind: 'personal' | 'shared' }>()
    .orderBy('organization.kind', 'desc')
    .orderBy('organization.name')
    .execute()
  const organizations = await withLastChange(database, memberships)
  return { user: { name, email: user.email }, default_org: user.default_org, organizations }
}

/** The one organization of a service account, with its role there. */
function membershipsOf(database: Kysely<Tables>, accountId: string) {
  return database
    .selectFrom('service_account')
    .innerJoin('organization', 'organization.id', 'service_account.org_id')
    .select(['organization.id', 'organization.name', 'service_account.privilege as role'])
    .select(sql<'shared'>`'shared'`.as('kind'))
    .select([timeZone.as('time_zone'), maxKeyAgeDays.as('max_key_age_days')])
    .where('service_account.id', '=', accountId)
    .where('organization.purge_at', 'is', null)
    .execute()
}

/** Adds the newest sealed entry of each organization, 0 for none; each is looked up by its index. */
async function withLastChange<Place extends { id: string }>(
  database: Kysely<Tables>,
  memberships: readonly Place[],
): Promise<(Omit<Place, 'id'> & { last_change: number })[]> {
  if (memberships.length === 0) return []
  const newest = memberships.map(
    ({ id }) => sql`(select org_id, seq from record_seal where org_id = ${id}
      order by seq desc limit 1)`,
  )
  const { rows } = await sql<{ org_id: string; seq: number }>`
    ${sql.join(newest, sql` union all `)}`.execute(database)
  const seqs = new Map(rows.map(({ org_id, seq }) => [org_id, seq]))
  return memberships.map(({ id, ...membership }) => ({
    ...membership,
    last_change: seqs.get(id) ?? 0,
  }))
}
