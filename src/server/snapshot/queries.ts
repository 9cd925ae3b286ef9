import { sql } from 'kysely'
import type { SnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import type { QualifierTotals } from '#domain/verdict/qualifiers.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { causingArtifact } from '#server/database/shared-selects.ts'

/** The state of an environment; its row exists from its creation on. */
export async function stateOf(org: OrgDatabase, environmentId: string) {
  const [state] = await stateOfEnvironment(org, { environmentId })
  if (!state) throw new Error(`environment ${environmentId} has no state`)
  return state
}

const stateOfEnvironment = preparedQuery((org, { environmentId }: { environmentId: string }) =>
  org
    .selectFrom('environment_state')
    .selectAll('environment_state')
    .where('environment_state.environment_id', '=', environmentId),
)

/** Condition on the state that the index serves for null, too. */
export const hasState = (state: boolean | null) =>
  state === null ? sql<boolean>`snapshot.state is null` : sql<boolean>`snapshot.state = ${state}`

/**
 * Snapshots with the instant of the next one and the verdict of the one before, if there are any, and
 * with what carries the state of the environment now.
 */
const withNeighbours = (org: OrgDatabase, environmentId: string) =>
  org
    .selectFrom('snapshot')
    .leftJoin('snapshot as previous', (join) =>
      join
        .onRef('previous.org_id', '=', 'snapshot.org_id')
        .onRef('previous.environment_id', '=', 'snapshot.environment_id')
        .on('previous.index', '=', sql<number>`snapshot.index - 1`),
    )
    .leftJoin('snapshot as next', (join) =>
      join
        .onRef('next.org_id', '=', 'snapshot.org_id')
        .onRef('next.environment_id', '=', 'snapshot.environment_id')
        .on('next.index', '=', sql<number>`snapshot.index + 1`),
    )
    .innerJoin(
      'environment_state',
      onOrgAnd('environment_state.environment_id', 'snapshot.environment_id'),
    )
    .selectAll('snapshot')
    .select('environment_state.carriers as carriers_now')
    .select('next.created_at as next_at')
    .select(['previous.state as previous_state', 'previous.carriers as previous_carriers'])
    .select('previous.created_at as previous_at')
    .where('snapshot.environment_id', '=', environmentId)

/** Finds a snapshot with the instant of the next one, if there is one. */
export function findSnapshot(org: OrgDatabase, environmentId: string, index: number) {
  return withNeighbours(org, environmentId).where('snapshot.index', '=', index).executeTakeFirst()
}
export type SnapshotRow = NonNullable<Awaited<ReturnType<typeof findSnapshot>>>

/** Type of environment of a snapshot, and its cause (null: a report); null without a snapshot. */
export async function findOrigin(org: OrgDatabase, environmentId: string, index: number) {
  const row = await org
    .selectFrom('snapshot')
    .select(['snapshot.type', 'snapshot.cause'])
    .where('snapshot.environment_id', '=', environmentId)
    .where('snapshot.index', '=', index)
    .executeTakeFirst()
  return row ?? null
}

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

/** Position of a page among numbers from `first` to `last`, in either order. */
function pageIn({ first, last }: SnapshotRange, { page, per_page }: PageOf, reverse: boolean) {
  const skip = (page - 1) * per_page
  return reverse
    ? [first + skip, Math.min(last, first + skip + per_page - 1)]
    : [Math.max(first, last - skip - per_page + 1), last - skip]
}

/** One page of the snapshots in a range of indexes, found by index. */
export function listSnapshotRows(
  org: OrgDatabase,
  environmentId: string,
  range: SnapshotRange,
  page: PageOf,
  reverse: boolean,
) {
  const [from, to] = pageIn(range, page, reverse)
  return withNeighbours(org, environmentId)
    .where(sql<boolean>`snapshot.index between ${from}::bigint and ${to}::bigint`)
    .orderBy('snapshot.index', reverse ? 'asc' : 'desc')
    .execute()
}

/**
 * The newest snapshots up to an index, oldest first: their instants and numbers of exited
 * artifacts.
 */
export function listMoments(org: OrgDatabase, environmentId: string, last: number, count: number) {
  return org
    .selectFrom('snapshot')
    .select(['snapshot.index', 'snapshot.created_at', 'snapshot.exited_count'])
    .where('snapshot.environment_id', '=', environmentId)
    .where('snapshot.index', '>', last - count)
    .where('snapshot.index', '<=', last)
    .orderBy('snapshot.index')
    .execute()
}

/** Number of snapshots up to an index with a state. */
async function ordinalAt(
  org: OrgDatabase,
  environmentId: string,
  state: boolean | null,
  index: number,
): Promise<number> {
  const row = await org
    .selectFrom('snapshot')
    .select('snapshot.state_ordinal')
    .where('snapshot.environment_id', '=', environmentId)
    .where(hasState(state))
    .where('snapshot.index', '<=', index)
    .orderBy('snapshot.index', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.state_ordinal ?? 0
}

/** One page of the snapshots of a state in a range of indexes, newest first, and their total. */
export async function pageOfState(
  org: OrgDatabase,
  environmentId: string,
  state: boolean | null,
  range: SnapshotRange,
  page: PageOf,
) {
  const [before, last] = (await Promise.all(
    [range.first - 1, range.last].map((index) => ordinalAt(org, environmentId, state, index)),
  )) as [number, number]
  const [from, to] = pageIn({ first: before + 1, last }, page, false)
  const rows = await withNeighbours(org, environmentId)
    .where(hasState(state))
    .where(sql<boolean>`snapshot.state_ordinal between ${from}::bigint and ${to}::bigint`)
    .orderBy('snapshot.state_ordinal', 'desc')
    .execute()
  return { rows, total: Math.max(0, last - before) }
}

/** The newest snapshots whose state differs from the one before, newest first. */
export function listFlipRows(org: OrgDatabase, environmentId: string, limit: number) {
  return org
    .selectFrom('snapshot')
    .select(['snapshot.index as first_index', 'snapshot.state', 'snapshot.cause'])
    .select('snapshot.created_at as since')
    .select(
      sql<
        string | null
      >`case when snapshot.cause is null then ${causingArtifact(org, 'snapshot')} end`.as(
        'artifact_name',
      ),
    )
    .where('snapshot.environment_id', '=', environmentId)
    .where('snapshot.is_flip', '=', true)
    .orderBy('snapshot.index', 'desc')
    .limit(limit)
    .execute()
}

/**
 * The snapshots of an environment that began while exceptions carried its verdict, and the one in
 * force while they do; newest first.
 */
export function listExceptionRuns(org: OrgDatabase, environmentId: string, limit: number) {
  const own = sql`org_id = ${org.orgId} and environment_id = ${environmentId}`
  const newest = sql`(select index from snapshot where ${own} order by index desc limit 1)`
  return org.query(sql<{ first_index: number; last_index: number }>`
    select first_index, last_index
    from exception_period as period
    cross join lateral (select
      coalesce((select index from snapshot where ${own} and created_at >= period.started_at
        order by created_at, index limit 1), ${newest}) as first_index,
      case when period.ended_at is null then ${newest} else (
        select index from snapshot where ${own} and created_at < period.ended_at
          and index < ${newest}
        order by created_at desc, index desc limit 1) end as last_index) as run
    where ${own} and first_index <= last_index
    order by period.started_at desc limit ${sql.lit(limit)}`)
}

/** Qualifiers of the states of some snapshots when they began, by key. */
export function listQualifierTotalsOf(
  org: OrgDatabase,
  keys: readonly { key: string; environment_id: string; index: number }[],
): Promise<{ key: string; carriers: QualifierTotals | null }[]> {
  return org.query(sql<{ key: string; carriers: QualifierTotals | null }>`
    select wanted.key, snapshot.carriers
    from unnest(${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ environment_id }) => environment_id)}::text[],
      ${keys.map(({ index }) => index)}::bigint[]) as wanted(key, environment_id, index)
    join snapshot on snapshot.org_id = ${org.orgId}
      and snapshot.environment_id = wanted.environment_id and snapshot.index = wanted.index`)
}
