import { sql } from 'kysely'
import type {
  EnvironmentSelector,
  EnvironmentType,
} from '#contract/environment/environment-type.ts'
import { matchesTag, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/**
 * Condition that some notification watches the joined environment: itself, or an active logical one
 * that includes it, whose events include its own.
 */
const isWatchedBy = ({ orgId }: OrgDatabase, which: ReturnType<typeof sql>) => sql<boolean>`(
  exists (select 1 from notification_watch w where w.org_id = ${orgId}
    and w.environment_id = environment.id and w.is_told and ${which})
  or exists (select 1 from environment_member m
    join environment whole on whole.org_id = m.org_id and whole.id = m.environment_id
      and whole.archived_at is null
    join notification_watch w on w.org_id = m.org_id and w.environment_id = m.environment_id
    where m.org_id = ${orgId} and m.member_id = environment.id
      and w.is_told and ${which}))`

const active = (org: OrgDatabase) =>
  org.selectFrom('environment').where('environment.archived_at', 'is', null)

const countActive = async (org: OrgDatabase): Promise<number> => {
  const counted = await active(org)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}

/**
 * Active environments that no notification watches, and those that some watch, but none of those
 * that reach anybody, by name, and the number of all.
 */
export async function readCoverage(org: OrgDatabase, reaching: readonly string[]) {
  const reached = isWatchedBy(org, sql`w.notification_id = any(${reaching})`)
  const isWatched = isWatchedBy(org, sql`true`)
  const [environment_count, uncovered, unreached] = await Promise.all([
    countActive(org),
    listActive(org, sql<boolean>`not ${isWatched}`),
    listActive(org, sql<boolean>`${isWatched} and not ${reached}`),
  ])
  return { environment_count, uncovered, unreached }
}

/** Active environments of a kind, by name. */
const listActive = (org: OrgDatabase, condition: ReturnType<typeof sql<boolean>>) =>
  active(org)
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select(['environment.name', sql<EnvironmentType>`environment.type`.as('type')])
    .select('environment_state.state')
    .where(condition)
    .orderBy('environment.name')
    .execute()

/** Names of the active environments that only this notification watches. */
export async function listOnlyWatchedBy(org: OrgDatabase, id: string): Promise<string[]> {
  const rows = await active(org)
    .select('environment.name')
    .where(isWatchedBy(org, sql`w.notification_id = ${id}`))
    .where(sql<boolean>`not ${isWatchedBy(org, sql`w.notification_id <> ${id}`)}`)
    .orderBy('environment.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** A notification that watches an environment. */
export interface Watcher {
  id: string
  /**
   * Names of the logical environments that it watches instead; none if it watches the environment
   * itself.
   */
  through: string[]
}

/** Notifications that watch an environment, itself or as a part of logical ones. */
export function listWatchers(org: OrgDatabase, environmentId: string): Promise<Watcher[]> {
  return org.query(sql<Watcher>`
    select w.notification_id as id, case when bool_or(w.environment_id = ${environmentId})
      then '{}' else array_agg(distinct environment.name) end as through
    from environment
    join notification_watch w on w.org_id = environment.org_id and w.environment_id = environment.id
    where environment.org_id = ${org.orgId} and w.is_told
      and (environment.id = ${environmentId} or (environment.archived_at is null
        and environment.id in (select m.environment_id from environment_member m
          where m.org_id = ${org.orgId} and m.member_id = ${environmentId})))
    group by w.notification_id`)
}

/** Converts a name in which `*` stands for any text to an SQL pattern. */
const likeOf = (pattern: string) => pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Active environments that match all conditions of a selector, by name. */
export function listSelected(org: OrgDatabase, selector: EnvironmentSelector) {
  const { tags, types, name_pattern } = selector
  let query = org
    .selectFrom('environment')
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select(['environment.id', 'environment.name', 'environment.type', 'environment_state.state'])
    .where('environment.archived_at', 'is', null)
  for (const tag of tags ?? []) query = query.where(matchesTag('environment.tags', tag))
  if (types?.length) query = query.where('environment.type', 'in', types)
  if (name_pattern) query = query.where('environment.name', 'like', likeOf(name_pattern))
  return query.orderBy('environment.name').execute()
}
