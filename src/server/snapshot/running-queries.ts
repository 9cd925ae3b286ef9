import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { rowsOfKeys } from '#server/database/rows-by-key.ts'
import { verdictsNow } from '#server/database/shared-selects.ts'
import type { Running } from '#server/database/tables/environment.ts'

/** Query of the artifacts of an environment's last report, without the detail of the instances. */
const runningNow = (org: OrgDatabase, environmentId: string | RawBuilder<string>) =>
  org
    .selectFrom('running')
    .leftJoin('instance_count', onOrgAnd('instance_count.running_id', 'running.id'))
    .select(['running.id', 'running.name', 'running.fingerprint'])
    .select(['running.started_index', 'running.started_at'])
    .select((from) =>
      from.fn.coalesce('instance_count.count', 'running.instance_count').as('count'),
    )
    .where('running.environment_id', '=', environmentId)
    .where('running.to_index', 'is', null)
    .orderBy('running.name')
    .orderBy('running.fingerprint')

/** Running artifacts, found for each of some keys. */
const runningOfKeys = <Row>(keys: readonly string[], query: Expression<Row>) =>
  sql<Row>`${rowsOfKeys(sql`${keys}::text[]`, query)} order by found.name, found.fingerprint`

/** Condition that an artifact is in a part, as its index has it. */
const isInPart = (part: RawBuilder<unknown>) => sql<boolean>`left(running.fingerprint, 2) = ${part}`

const runningOf = preparedQuery(
  (org, { environmentId, fingerprints }: { environmentId: string; fingerprints: Fingerprints }) => {
    const query = runningNow(org, environmentId)
    if (!fingerprints) return query
    // By the part, too, so that either index that may be chosen finds few rows.
    const wanted = query
      .where(isInPart(sql`left(wanted.key, 2)`))
      .where(sql<boolean>`running.fingerprint = wanted.key`)
    return runningOfKeys(fingerprints, wanted)
  },
)
type Fingerprints = readonly string[] | undefined

/** Artifacts of an environment's last report, or those of some fingerprints. */
export const listRunningNow = (
  org: OrgDatabase,
  environmentId: string,
  fingerprints?: Fingerprints,
) => runningOf(org, { environmentId, fingerprints })
export type RunningNow = Awaited<ReturnType<typeof listRunningNow>>[number]

const lastReport = preparedQuery(
  (org, { name, id }: { name: string | null; id: string | null }) => {
    const environment = sql.ref<string>('environment.id')
    const found = org
      .selectFrom('environment')
      .innerJoin(
        'environment_state',
        onOrgAnd('environment_state.environment_id', 'environment.id'),
      )
      .select(['environment.id', 'environment.type', 'environment.archived_at'])
      .select('environment_state.snapshot_index')
      .select(jsonArrayFrom(runningNow(org, environment)).as('rows'))
      .select(jsonArrayFrom(verdictsNow(org, environment)).as('verdicts'))
    return name
      ? found.where('environment.name', '=', name)
      : found.where('environment.id', '=', id)
  },
)

/**
 * Finds an environment by name, archived ones included, or by id, with the artifacts of its last report
 * and the verdicts on them; a logical one has none of its own.
 */
export async function findLastReport(org: OrgDatabase, by: { name: string } | { id: string }) {
  const [found] = await lastReport(org, { name: null, id: null, ...by })
  return found
}

interface Parts {
  environmentId: string
  /** Null for all. */
  parts: readonly string[] | null
}

const runningInParts = preparedQuery((org, { environmentId, parts }: Parts) => {
  const query = runningNow(org, environmentId)
  return parts ? runningOfKeys(parts, query.where(isInPart(sql`wanted.key`))) : query
})

const detailsInParts = preparedQuery((org, { environmentId, parts }: Parts) => {
  const query = runningNow(org, environmentId).select(
    sql<string>`running.detail::text`.as('detail'),
  )
  return parts ? runningOfKeys(parts, query.where(isInPart(sql`wanted.key`))) : query
})

/** Artifacts of some parts of an environment, or of all (null). */
export const listRunningInParts = async (
  org: OrgDatabase,
  environmentId: string,
  parts: Parts['parts'],
): Promise<RunningNow[]> =>
  parts?.length === 0 ? [] : runningInParts(org, { environmentId, parts })

/** The same with the detail of the instances as stored JSON text. */
export const listDetailsInParts = async (
  org: OrgDatabase,
  environmentId: string,
  parts: Parts['parts'],
): Promise<(RunningNow & { detail: string })[]> =>
  parts?.length === 0 ? [] : detailsInParts(org, { environmentId, parts })

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
