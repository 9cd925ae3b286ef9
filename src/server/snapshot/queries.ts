import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { IndexRange } from '#domain/snapshot-interval.ts'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { PageOf } from '../database/paging.ts'
import type { Tables } from '../database/tables.ts'

/** How an environment stands; its row is there from its creation on. */
export function stateOf(org: OrgDatabase, environmentId: string) {
  return org
    .selectFrom('environment_state')
    .selectAll('environment_state')
    .where('environment_state.environment_id', '=', environmentId)
    .executeTakeFirstOrThrow()
}

export function updateState(
  org: OrgDatabase,
  environmentId: string,
  fields: Updateable<Tables['environment_state']>,
) {
  return org
    .updateTable('environment_state')
    .set(fields)
    .where('environment_state.environment_id', '=', environmentId)
}

/** A snapshot with the instant at which the next one took its place, if one did. */
export function findSnapshot(org: OrgDatabase, environmentId: string, index: number) {
  return org
    .selectFrom('snapshot')
    .leftJoin('snapshot as next', (join) =>
      join
        .onRef('next.org_id', '=', 'snapshot.org_id')
        .onRef('next.environment_id', '=', 'snapshot.environment_id')
        .on('next.index', '=', sql<number>`snapshot.index + 1`),
    )
    .selectAll('snapshot')
    .select('next.created_at as next_at')
    .where('snapshot.environment_id', '=', environmentId)
    .where('snapshot.index', '=', index)
    .executeTakeFirst()
}
export type SnapshotRow = NonNullable<Awaited<ReturnType<typeof findSnapshot>>>

/** Index of the snapshot in force at an instant; 0 before the first. */
export async function indexAt(
  org: OrgDatabase,
  environmentId: string,
  at: number,
): Promise<number> {
  const row = await org
    .selectFrom('snapshot')
    .select('snapshot.index')
    .where('snapshot.environment_id', '=', environmentId)
    .where('snapshot.created_at', '<=', at)
    .orderBy('snapshot.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.index ?? 0
}

/** One page of the snapshots in a range of indexes; pages are found by their indexes. */
export function listSnapshotRows(
  org: OrgDatabase,
  environmentId: string,
  { first, last }: IndexRange,
  { page, per_page }: PageOf,
  reverse: boolean,
) {
  const skip = (page - 1) * per_page
  const [from, to] = reverse
    ? [first + skip, Math.min(last, first + skip + per_page - 1)]
    : [Math.max(first, last - skip - per_page + 1), last - skip]
  return org
    .selectFrom('snapshot')
    .leftJoin('snapshot as next', (join) =>
      join
        .onRef('next.org_id', '=', 'snapshot.org_id')
        .onRef('next.environment_id', '=', 'snapshot.environment_id')
        .on('next.index', '=', sql<number>`snapshot.index + 1`),
    )
    .selectAll('snapshot')
    .select('next.created_at as next_at')
    .where('snapshot.environment_id', '=', environmentId)
    .where(sql<boolean>`snapshot.index between ${from}::bigint and ${to}::bigint`)
    .orderBy('snapshot.index', reverse ? 'asc' : 'desc')
    .execute()
}

/** Counts events of a day. */
export function countEvents(
  org: OrgDatabase,
  environmentId: string,
  day: number,
  events: readonly { type: Tables['event_tally']['type'] }[],
): Statement[] {
  const counts = new Map<Tables['event_tally']['type'], number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  if (counts.size === 0) return []
  const rows = Array.from(counts, ([type, count]) => ({
    environment_id: environmentId,
    day,
    type,
    count,
  }))
  return [
    org
      .insertInto('event_tally', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'environment_id', 'day', 'type'])
          .doUpdateSet({ count: sql<number>`event_tally.count + excluded.count` }),
      ),
  ]
}
