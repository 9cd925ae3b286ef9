import { sql } from 'kysely'
import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { bucket } from '#server/database/shared-selects.ts'

/** Sets of tags of the records of a type that are in view, with the number of records that have each set. */
export const listTagSets = {
  flow: (org: OrgDatabase) =>
    org
      .selectFrom('flow')
      .where(isInView(org, 'flow.archived_at'))
      .select(({ fn }) => ['flow.tags', fn.countAll<number>().as('count')])
      .groupBy('flow.tags')
      .execute(),
  environment: (org: OrgDatabase) =>
    org
      .selectFrom('environment')
      .where(isInView(org, 'environment.archived_at'))
      .select(({ fn }) => ['environment.tags', fn.countAll<number>().as('count')])
      .groupBy('environment.tags')
      .execute(),
}

/**
 * Tags of an environment at an instant of its life where they changed since; undefined where they are
 * those of now. Reads sealed entries of the audit log: under each name that it had since, until it
 * got the next one.
 * @param name its present name
 */
export async function environmentTagsAt(
  org: OrgDatabase,
  name: string,
  at: number,
): Promise<Record<string, string> | undefined> {
  const sealedSince = (kind: string) => sql`
    from record_seal join record on record.org_id = record_seal.org_id
      and record.id = record_seal.record_id
    where record_seal.org_id = ${org.orgId} and record_seal.kind = ${kind}
      and record_seal.recorded_at > ${at}`
  const [row] = await org.query(sql<{ tags: Record<string, string> }>`
    with recursive named (name, until, step) as (
      select ${name}::text collate "C", null::bigint, 1
      union all
      select former.object, former.seq, step + 1 from named cross join lateral (
        select object, seq ${sealedSince('environment_renamed')}
          and record.body::json ->> 'new_name' = named.name
          and (named.until is null or seq < named.until)
        order by ${bucket} desc, seq desc limit 1) as former),
    period as (
      select name, until, coalesce(lead(until) over (order by step), 0) as since from named)
    select changed.tags from period cross join lateral (
      select seq, record.body::json -> 'before' as tags ${sealedSince('environment_tags_changed')}
        and object = period.name and seq > period.since
        and (period.until is null or seq < period.until)
      order by ${bucket}, seq limit 1) as changed
    order by changed.seq limit 1`)
  return row?.tags
}
