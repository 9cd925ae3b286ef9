import { sql } from 'kysely'
import type { EnvironmentType } from '#contract/environment-type.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** Whether some notification, but for one, tells of the environment at hand. */
const isTold = (besides: string) => sql<boolean>`exists (
  select 1 from notification_watch w where w.org_id = environment.org_id
    and w.environment_id = environment.id and w.is_told and w.notification_id <> ${besides})`

const active = (org: OrgDatabase) =>
  org.selectFrom('environment').where('environment.archived_at', 'is', null)

/** Active environments of which nobody is told anything, by name, and how many there are in all. */
export async function listUncovered(org: OrgDatabase) {
  const [counted] = await active(org)
    .select(sql<number>`count(*)::integer`.as('count'))
    .execute()
  const uncovered = await active(org)
    .innerJoin('environment_state', (join) =>
      join
        .onRef('environment_state.org_id', '=', 'environment.org_id')
        .onRef('environment_state.environment_id', '=', 'environment.id'),
    )
    .select(['environment.name', sql<EnvironmentType>`environment.type`.as('type')])
    .select('environment_state.state')
    .where(sql<boolean>`not ${isTold('')}`)
    .orderBy('environment.name')
    .execute()
  return { environment_count: counted?.count ?? 0, uncovered }
}

/** Names of the active environments that only one notification watches. */
export async function listOnlyWatchedBy(org: OrgDatabase, id: string): Promise<string[]> {
  const rows = await active(org)
    .select('environment.name')
    .where(
      sql<boolean>`exists (select 1 from notification_watch w where w.org_id = environment.org_id
        and w.environment_id = environment.id and w.is_told and w.notification_id = ${id})`,
    )
    .where(sql<boolean>`not ${isTold(id)}`)
    .orderBy('environment.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Ids of the notifications that watch an environment. */
export async function idsWatching(org: OrgDatabase, environmentId: string): Promise<string[]> {
  const rows = await org
    .selectFrom('notification_watch')
    .select('notification_watch.notification_id as id')
    .distinct()
    .where('notification_watch.environment_id', '=', environmentId)
    .where('notification_watch.is_told', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}
