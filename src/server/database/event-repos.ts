import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase, Statement } from './org-database.ts'

/** Event to link to the repositories of its artifact. */
interface ArtifactEvent {
  id: string
  environment_id: string
  recorded_at: number
  fingerprint: string
}

/** Inserts the repositories of some events, as far as their artifacts are known by now. */
const insertRepos = ({ orgId }: OrgDatabase, events: RawBuilder<unknown>): Statement => sql`
  insert into event_repo (org_id, repo_id, environment_id, recorded_at, event_id)
  select distinct artifact.org_id, artifact.repo_id, event.environment_id, event.recorded_at, event.id
  from ${events} as event
  join artifact on artifact.org_id = ${orgId} and artifact.fingerprint = event.fingerprint
    and artifact.repo_id is not null
  on conflict do nothing`

/** Statements that link events, appended with them, to repositories. */
export function insertReposOfEvents(
  org: OrgDatabase,
  events: readonly ArtifactEvent[],
): Statement[] {
  if (events.length === 0) return []
  const rows = events.map((one) => [one.id, one.environment_id, one.recorded_at, one.fingerprint])
  return [
    insertRepos(
      org,
      sql`(select one ->> 0 as id, one ->> 1 as environment_id, (one ->> 2)::float8 as recorded_at,
        one ->> 3 as fingerprint from json_array_elements(${JSON.stringify(rows)}::json) as one)`,
    ),
  ]
}

/**
 * Part of a statement, named `happened`: events of the snapshots of the entries in `taken`. The index
 * of a snapshot is compared as a range, of which the planner expects few: where the first report of
 * an environment brought most of all events, it expects as many of each, and reads all.
 */
export const eventsOfTaken = ({ orgId }: OrgDatabase): RawBuilder<unknown> => sql`
  select taken.id as entry_id, event.id, event.environment_id, event.snapshot_index,
    event.recorded_at, event.fingerprint, event.type
  from taken join environment_event as event on event.org_id = ${orgId}
    and event.environment_id = taken.environment_id
    and event.snapshot_index between taken.snapshot_index and taken.snapshot_index`

/** Part of a statement that links events of the entries in `taken`, and of `happened`, to repositories. */
export const insertReposOfTaken = (org: OrgDatabase): Statement =>
  insertRepos(
    org,
    sql`(select event.id, event.environment_id, event.recorded_at, event.fingerprint from taken
        join environment_event as event on event.org_id = ${org.orgId}
          and event.fingerprint = taken.fingerprint and event.type <> 'scaled'
        where taken.cause is null or taken.cause ->> 'kind' = 'artifact'
      union all
      select id, environment_id, recorded_at, fingerprint from happened where type <> 'scaled')`,
  )

/**
 * Links the events of artifacts in a locked environment to repositories: a report of one and an
 * event of it do not see each other before both are committed, and the lock waits for the event.
 */
export async function insertReposOfEnvironment(
  org: OrgDatabase,
  environmentId: string,
  fingerprints: readonly string[],
): Promise<void> {
  if (fingerprints.length === 0) return
  const events = sql`(select * from environment_event as event where event.org_id = ${org.orgId}
    and event.environment_id = ${environmentId} and event.fingerprint = any(${fingerprints})
    and event.type <> 'scaled')`
  await org.executeBatch([insertRepos(org, events)])
}
