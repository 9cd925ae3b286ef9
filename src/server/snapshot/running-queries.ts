import { sql } from 'kysely'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { Running } from '#server/database/tables/environment.ts'

/** Artifacts of an environment's last report, without the detail of the instances. */
const runningNow = (org: OrgDatabase, environmentId: string) =>
  org
    .selectFrom('running')
    .leftJoin('instance_count', (join) =>
      join
        .onRef('instance_count.org_id', '=', 'running.org_id')
        .onRef('instance_count.running_id', '=', 'running.id'),
    )
    .select(['running.id', 'running.name', 'running.fingerprint'])
    .select(['running.started_index', 'running.started_at'])
    .select((from) =>
      from.fn.coalesce('instance_count.count', 'running.instance_count').as('count'),
    )
    .where('running.environment_id', '=', environmentId)
    .where('running.to_index', 'is', null)
    .orderBy('running.name')
    .orderBy('running.fingerprint')

/** Artifacts of an environment's last report, or those of some fingerprints. */
export function listRunningNow(
  org: OrgDatabase,
  environmentId: string,
  fingerprints?: readonly string[],
) {
  const query = runningNow(org, environmentId)
  const some = sql<boolean>`running.fingerprint = any(${fingerprints})`
  return (fingerprints ? query.where(some) : query).execute()
}
export type RunningNow = Awaited<ReturnType<typeof listRunningNow>>[number]

/** Condition that a running artifact is in some parts of its environment, or any (null). */
const isInParts = (parts: readonly string[] | null) =>
  parts ? sql<boolean>`left(running.fingerprint, 2) = any(${parts})` : sql<boolean>`true`

/** Artifacts of some parts of an environment, or of all (null). */
export const listRunningInParts = async (
  org: OrgDatabase,
  environmentId: string,
  parts: readonly string[] | null,
): Promise<RunningNow[]> =>
  parts?.length === 0 ? [] : runningNow(org, environmentId).where(isInParts(parts)).execute()

/** The same with the detail of the instances as stored JSON text. */
export const listDetailsInParts = async (
  org: OrgDatabase,
  environmentId: string,
  parts: readonly string[] | null,
): Promise<(RunningNow & { detail: string })[]> =>
  parts?.length === 0
    ? []
    : runningNow(org, environmentId)
        .select(sql<string>`running.detail::text`.as('detail'))
        .where(isInParts(parts))
        .execute()

/** Ends rows with the snapshot before `index`. */
export function endRunning(org: OrgDatabase, ids: readonly string[], index: number): Statement[] {
  if (ids.length === 0) return []
  return [
    org
      .updateTable('running')
      .set({ to_index: index })
      .where(sql<boolean>`running.id = any(${ids})`),
  ]
}

/** Statements that update the numbers of instances of rows that differ. */
export function updateInstanceCounts(
  org: OrgDatabase,
  counts: readonly { running_id: string; count: number }[],
): Statement[] {
  if (counts.length === 0) return []
  return [
    org
      .insertInto('instance_count', [...counts])
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'running_id'])
          .doUpdateSet((from) => ({ count: from.ref('excluded.count') })),
      ),
  ]
}

type EnvironmentKey = Pick<Running, 'environment_id' | 'environment_number'>

/** Rows of some snapshots of an environment, by name and fingerprint. */
function runningIn(org: OrgDatabase, environment: EnvironmentKey, indexes: readonly number[]) {
  const start = sql`${environment.environment_number}::bigint * 4294967296`
  const overlaps = [...new Set(indexes)].map(
    (index) => sql`running.during && int8range(${start} + ${index}, ${start} + ${index}, '[]')`,
  )
  return org
    .selectFrom('running')
    .where('running.environment_id', '=', environment.environment_id)
    .where(sql<boolean>`(${sql.join(overlaps, sql` or `)})`)
    .orderBy('running.name')
    .orderBy('running.fingerprint')
}

/** Rows of some snapshots, each once. */
export function listRunningIn(
  org: OrgDatabase,
  environment: EnvironmentKey,
  indexes: readonly number[],
) {
  return runningIn(org, environment, indexes).selectAll('running').execute()
}
export type RunningRow = Awaited<ReturnType<typeof listRunningIn>>[number]

const shortColumns = [
  'running.name',
  'running.fingerprint',
  'running.from_index',
  'running.to_index',
  'running.started_index',
  'running.started_at',
  'running.instance_count',
] as const

/** The same, without the detail of the instances. */
export function listRunningBriefIn(
  org: OrgDatabase,
  environment: EnvironmentKey,
  indexes: readonly number[],
) {
  return runningIn(org, environment, indexes).select(shortColumns).execute()
}
export type ShortRow = Awaited<ReturnType<typeof listRunningBriefIn>>[number]

/**
 * Artifacts that ran in any of the snapshots from one index to another; perhaps with duplicates.
 */
export function listRanBetween(
  org: OrgDatabase,
  environment: EnvironmentKey,
  { first, last }: { first: number; last: number },
) {
  const start = sql`${environment.environment_number}::bigint * 4294967296`
  return org
    .selectFrom('running')
    .select(['running.name', 'running.fingerprint', 'running.from_index', 'running.to_index'])
    .where('running.environment_id', '=', environment.environment_id)
    .where(sql<boolean>`running.during && int8range(${start} + ${first}, ${start} + ${last}, '[]')`)
    .orderBy('running.name')
    .orderBy('running.fingerprint')
    .execute()
}

/** One artifact of a snapshot. */
export function findRunning(
  org: OrgDatabase,
  environment: EnvironmentKey,
  index: number,
  { name, fingerprint }: { name: string; fingerprint: string },
) {
  return runningIn(org, environment, [index])
    .selectAll('running')
    .where('running.name', '=', name)
    .where('running.fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

/** Names under which artifacts run now, in one environment or anywhere; the first of several. */
export async function namesRunning(
  org: OrgDatabase,
  environmentId: string | null,
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  let query = org
    .selectFrom('running')
    .distinctOn('running.fingerprint')
    .select(['running.fingerprint', 'running.name'])
    .where(sql<boolean>`running.fingerprint = any(${fingerprints})`)
    .where('running.to_index', 'is', null)
    .orderBy('running.fingerprint')
    .orderBy('running.name')
  if (environmentId !== null) query = query.where('running.environment_id', '=', environmentId)
  const rows = await query.execute()
  return new Map(rows.map(({ fingerprint, name }) => [fingerprint, name]))
}

/** Names of policies by id. */
export async function policyNames(
  org: OrgDatabase,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await org
    .selectFrom('policy')
    .select(['policy.id', 'policy.name'])
    .where('policy.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
