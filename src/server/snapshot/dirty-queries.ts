import { sql } from 'kysely'
import type { VerdictCause } from '#contract/verdict-cause.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/** Which marks are taken: some of one's own, which are waited for, or any that nobody holds. */
export type Marks = { ids: readonly string[] } | { limit: number }

const chosen = ({ orgId }: OrgDatabase, marks: Marks) =>
  'ids' in marks
    ? sql`id = any(${marks.ids})`
    : sql`id in (select id from dirty where org_id = ${orgId}
        order by id limit ${sql.lit(marks.limit)} for update skip locked)`

/**
 * Finds the environments where verdicts may have changed by what is marked, and what of it began to
 * run where; the marks are gone, and each environment has its own. One statement, which sees
 * everything that was committed before it.
 * @returns how many marks were taken, and the environments
 */
export async function spreadDirty(
  org: OrgDatabase,
  marks: Marks,
): Promise<{ taken: number; environmentIds: string[] }> {
  const runs = sql`running.org_id = ${org.orgId} and running.to_index is null`
  const [row] = await org.rowsOf(sql<{ taken: number; environment_ids: string[] }>`
    with taken as (
      delete from dirty where org_id = ${org.orgId} and ${chosen(org, marks)} returning *),
    touched as (
      select taken.id, running.environment_id, running.fingerprint from taken
      join running on running.fingerprint = taken.fingerprint and ${runs}
      union select taken.id, running.environment_id, running.fingerprint from taken
      join artifact on artifact.org_id = ${org.orgId} and artifact.trail_id = taken.trail_id
      join running on running.fingerprint = artifact.fingerprint and ${runs}
      union select taken.id, running.environment_id, running.fingerprint from taken
      join artifact on artifact.org_id = ${org.orgId} and artifact.flow_id = taken.flow_id
      join running on running.fingerprint = artifact.fingerprint and ${runs}
      union select taken.id, running.environment_id, running.fingerprint from taken
      join running on running.environment_id = taken.environment_id
        and running.started_index = taken.snapshot_index and ${runs}
      union select taken.id, attached.environment_id, null from taken
      join policy_attachment as attached on attached.org_id = ${org.orgId}
        and attached.policy_id = taken.policy_id),
    spread as (
      insert into dirty_environment (org_id, environment_id, fingerprint, dirty_id, cause)
      select ${org.orgId}, touched.environment_id, touched.fingerprint, taken.id, taken.cause
      from taken join touched on touched.id = taken.id
      where taken.cause is not null
      order by taken.id
      returning environment_id),
    started as (
      insert into deployment (org_id, environment_id, flow_id, template_reference_name,
        snapshot_index, name, fingerprint, artifact_id, started_at)
      select distinct on (running.environment_id, artifact.flow_id, template_name,
          running.from_index, running.fingerprint)
        running.org_id, running.environment_id, artifact.flow_id, template_name,
        running.from_index, running.name, running.fingerprint, artifact.id, running.started_at
      from running
      join artifact on artifact.org_id = running.org_id
        and artifact.fingerprint = running.fingerprint
      cross join lateral (
        select coalesce(artifact.template_reference_name, '') as template_name) as own
      where running.org_id = ${org.orgId} and running.from_index = running.started_index
        and running.fingerprint <> ''
        and (running.fingerprint in (select fingerprint from taken
            where cause is null or cause ->> 'kind' = 'artifact')
          or (running.environment_id, running.from_index) in (
            select environment_id, snapshot_index from taken where environment_id is not null))
      order by running.environment_id, artifact.flow_id, template_name, running.from_index,
        running.fingerprint, artifact.created_at desc
      on conflict do nothing)
    select (select count(*)::integer from taken) as taken,
      array(select distinct environment_id from spread order by 1) as environment_ids`)
  return { taken: row?.taken ?? 0, environmentIds: row?.environment_ids ?? [] }
}

/** Environments that still have marks: those of some writes, or any. */
export async function dirtyEnvironments(
  org: OrgDatabase,
  dirtyIds: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  let query = org.selectFrom('dirty_environment').select('dirty_environment.environment_id')
  if (dirtyIds) query = query.where(sql<boolean>`dirty_environment.dirty_id = any(${dirtyIds})`)
  const rows = await query.distinct().orderBy('environment_id').limit(limit).execute()
  return rows.map((row) => row.environment_id)
}

/** What an environment, which is locked, is to be judged again for, oldest first; the marks are gone. */
export async function takeMarks(
  org: OrgDatabase,
  environmentId: string,
): Promise<{ fingerprint: string | null; cause: VerdictCause }[]> {
  const rows = await org
    .deleteFrom('dirty_environment')
    .where('dirty_environment.environment_id', '=', environmentId)
    .returning(['dirty_environment.id', 'dirty_environment.fingerprint', 'dirty_environment.cause'])
    .execute()
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}
