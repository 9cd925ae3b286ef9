import { sql } from 'kysely'
import { isInView, onOrgAnd } from '#server/database/conditions.ts'
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
 * Tags of an environment at an instant where they changed since; undefined where they are those of
 * now. Reads sealed entries of the audit log under the present name.
 */
export async function environmentTagsAt(
  org: OrgDatabase,
  name: string,
  at: number,
): Promise<Record<string, string> | undefined> {
  const row = await org
    .selectFrom('record_seal')
    .innerJoin('record', onOrgAnd('record.id', 'record_seal.record_id'))
    .select(sql<Record<string, string>>`record.body::json -> 'before'`.as('tags'))
    .where('record_seal.object', '=', name)
    .where('record_seal.kind', '=', 'environment_tags_changed')
    .where('record_seal.recorded_at', '>', at)
    .orderBy(bucket)
    .orderBy('record_seal.seq')
    .limit(1)
    .executeTakeFirst()
  return row?.tags
}
