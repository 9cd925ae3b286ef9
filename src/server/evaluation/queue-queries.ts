import { type RawBuilder, sql } from 'kysely'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { ranAs } from '#server/database/shared-selects.ts'
import { asyncCommit, asyncCommitPart } from '#server/database/async-commit.ts'
import { eventsOfTaken, insertReposOfTaken } from '#server/database/event-repos.ts'

/** Kinds of subjects of a queue entry, by which the environments are found. */
const queueEntryKinds = ['fingerprint', 'trail', 'flow', 'policy', 'environment'] as const
export type QueueEntryKind = (typeof queueEntryKinds)[number]

/** Queue entries to take: given ones, whose locks are waited for, or any that nobody has locked. */
type QueueSelection =
  | { ids: readonly string[]; kinds: readonly QueueEntryKind[] }
  | { limit: number; kinds?: undefined }

const chosen = ({ orgId }: OrgDatabase, selection: QueueSelection) =>
  'ids' in selection
    ? sql`id = any(${selection.ids})`
    : sql`id in (select id from reevaluation_queue where org_id = ${orgId}
        order by id limit ${sql.lit(selection.limit)} for update skip locked)`

/**
 * Deletes given entries about artifacts that never ran anywhere, by far the most: no verdict
 * depends on them. What starts running meanwhile is queued by its own report. An entry that comes
 * back after a crash is the worker's.
 * @returns number of deleted entries
 */
export async function deleteIrrelevantEntries(
  org: OrgDatabase,
  ids: readonly string[],
): Promise<number> {
  const ran = (fingerprint: string) => sql`exists (${ranAs(org, fingerprint)})`
  // Mostly one: of a list, whose length is not known, each call would be planned anew.
  const isGiven = ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any(${ids})`
  const deleted = await org.query(sql`with ${asyncCommitPart}
    delete from reevaluation_queue using async_commit
    where org_id = ${org.orgId} and ${isGiven} and (
      (reevaluation_queue.fingerprint is not null and not ${ran('reevaluation_queue.fingerprint')})
      or (trail_id is not null and not exists (select from artifact
        where artifact.org_id = ${org.orgId} and artifact.trail_id = reevaluation_queue.trail_id
          and ${ran('artifact.fingerprint')} offset 0)))
    returning id`)
  return deleted.length
}

/**
 * Select of a row of `running` for each artifact in `happened` that ran from its snapshot on. Each is
 * looked up: joined, all that ever ran may be read for a few.
 */
const startedInTaken = ({ orgId }: OrgDatabase, columns: RawBuilder<unknown>) => sql`
  select ${columns} from (
    select distinct entry_id, environment_id, snapshot_index, fingerprint from happened) as changed
  cross join lateral (select * from running where running.org_id = ${orgId}
    and running.fingerprint = changed.fingerprint
    and running.environment_id = changed.environment_id
    and running.started_index = changed.snapshot_index offset 0) as running`

/** Selects of running artifacts touched by entries of each kind. */
function touchedBy(org: OrgDatabase): Record<QueueEntryKind, RawBuilder<unknown>> {
  const { orgId } = org
  const select = sql`select taken.id, running.environment_id, running.fingerprint from taken`
  const builtOn = (column: 'trail_id' | 'flow_id') => sql`${select}
    cross join lateral (select fingerprint from artifact where artifact.org_id = ${orgId}
      and ${sql.ref(`artifact.${column}`)} = ${sql.ref(`taken.${column}`)} offset 0) as artifact
    cross join lateral (${ranAs(org, 'artifact.fingerprint')}) as running
    where running.to_index is null`
  return {
    fingerprint: sql`${select}
      cross join lateral (${ranAs(org, 'taken.fingerprint')}) as running
      where running.to_index is null`,
    trail: builtOn('trail_id'),
    flow: builtOn('flow_id'),
    policy: sql`select taken.id, attached.environment_id, null from taken
      join policy_attachment as attached on attached.org_id = ${orgId}
        and attached.policy_id = taken.policy_id`,
    environment: sql`
      ${startedInTaken(org, sql`changed.entry_id, running.environment_id, running.fingerprint`)}
      where running.to_index is null`,
  }
}

/** Selects of artifacts that ran, of entries of the kinds that deployments follow from. */
const deployedBy = (org: OrgDatabase): Partial<Record<QueueEntryKind, RawBuilder<unknown>>> => ({
  fingerprint: sql`select running.* from taken
    cross join lateral (${ranAs(org, 'taken.fingerprint')}) as running
    where taken.cause is null or taken.cause ->> 'kind' = 'artifact'`,
  environment: startedInTaken(org, sql`running.*`),
})

/**
 * Inserts artifacts that began to run without a gap, once for each flow and name in its template.
 */
const insertDeployments = ({ orgId }: OrgDatabase, deployed: readonly RawBuilder<unknown>[]) => sql`
  insert into deployment (org_id, environment_id, flow_id, template_reference_name,
    snapshot_index, name, fingerprint, artifact_id, started_at)
  select distinct on (running.environment_id, artifact.flow_id, template_name,
      running.from_index, running.fingerprint)
    running.org_id, running.environment_id, artifact.flow_id, template_name,
    running.from_index, running.name, running.fingerprint, artifact.id, running.started_at
  from (${sql.join(deployed, sql` union all `)}) as running
  join artifact on artifact.org_id = ${orgId} and artifact.fingerprint = running.fingerprint
  cross join lateral (
    select coalesce(artifact.template_reference_name, '') as template_name) as own
  where running.from_index = running.started_index and running.fingerprint <> ''
  order by running.environment_id, artifact.flow_id, template_name, running.from_index,
    running.fingerprint, artifact.created_at desc
  on conflict do nothing`

/**
 * Moves entries to the queues of the environments whose verdicts may have changed, inserts the
 * deployments among them, and links their events to repositories. One statement, which sees
 * everything committed before it.
 * @returns number of entries taken, and the environments
 */
export async function fanOutToEnvironments(
  org: OrgDatabase,
  selection: QueueSelection,
): Promise<{ taken: number; environmentIds: string[] }> {
  const kinds = selection.kinds ?? queueEntryKinds
  const touched = touchedBy(org)
  const deployed = deployedBy(org)
  const began = kinds.flatMap((kind) => deployed[kind] ?? [])
  const started =
    began.length > 0
      ? sql`, started as (${insertDeployments(org, began)}), event_repos as (${insertReposOfTaken(org)})`
      : sql``
  const fanOut = sql<{ taken: number; environment_ids: string[] }>`
    with taken as (
      delete from reevaluation_queue where org_id = ${org.orgId} and ${chosen(org, selection)} returning *),
    happened as (${eventsOfTaken(org)}),
    touched (id, environment_id, fingerprint) as (
      ${sql.join(
        kinds.map((kind) => touched[kind]),
        sql` union `,
      )}),
    queued as (
      insert into environment_queue (org_id, environment_id, fingerprint, entry_id, cause)
      select ${org.orgId}, touched.environment_id, touched.fingerprint, taken.id, taken.cause
      from taken join touched on touched.id = taken.id
      where taken.cause is not null
      order by taken.id
      returning environment_id)
    ${started}
    select (select count(*)::integer from taken) as taken,
      array(select distinct environment_id from queued order by 1) as environment_ids`
  const [row] = await org.transaction(async (inner) => {
    // To plan it takes several times as long as to run it. A crash gives the entries back.
    await inner.query(sql`select ${inner.planForAny}, ${asyncCommit}`)
    return inner.query(fanOut)
  })
  return { taken: row?.taken ?? 0, environmentIds: row?.environment_ids ?? [] }
}

/** Lists environments with queue entries: those fanned out from some entries, or any. */
export async function listQueuedEnvironments(
  org: OrgDatabase,
  entryIds: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  let query = org.selectFrom('environment_queue').select('environment_queue.environment_id')
  if (entryIds) query = query.where(sql<boolean>`environment_queue.entry_id = any(${entryIds})`)
  const rows = await query.distinct().orderBy('environment_id').limit(limit).execute()
  return rows.map((row) => row.environment_id)
}

/** Deletes the queue entries of a locked environment and returns them, oldest first. */
export async function takeEnvironmentEntries(
  org: OrgDatabase,
  environmentId: string,
): Promise<{ fingerprint: string | null; cause: VerdictCause }[]> {
  const rows = await org
    .deleteFrom('environment_queue')
    .where('environment_queue.environment_id', '=', environmentId)
    .returning(['environment_queue.id', 'environment_queue.fingerprint', 'environment_queue.cause'])
    .execute()
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}
