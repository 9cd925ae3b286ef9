import { type Selectable, sql } from 'kysely'
import type { StoredQualifiers } from '#domain/verdict/stored-qualifiers.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { rowsOfKeys } from '#server/database/rows-by-key.ts'
import { verdictColumns, verdictsNow } from '#server/database/shared-selects.ts'
import type { Tables } from '#server/database/tables.ts'

/** An artifact that runs, or ran. */
interface Named {
  name: string
  fingerprint: string
}

const verdictsOf = preparedQuery(
  (org, { environmentId, fingerprints }: { environmentId: string; fingerprints: Fingerprints }) => {
    const query = verdictsNow(org, environmentId)
    if (!fingerprints) return query
    const wanted = query.where(sql<boolean>`verdict.fingerprint = wanted.key`)
    return rowsOfKeys(sql`${fingerprints}::text[]`, wanted)
  },
)
type Fingerprints = readonly string[] | undefined

/** Current verdicts of an environment, or of some fingerprints in it; none without policies. */
export const listVerdictsNow = (
  org: OrgDatabase,
  environmentId: string,
  fingerprints?: Fingerprints,
) => verdictsOf(org, { environmentId, fingerprints })

/** The verdicts of some snapshots of an environment. */
export function listVerdictsIn(
  org: OrgDatabase,
  environment: { environment_id: string; environment_number: number },
  indexes: readonly number[],
) {
  const start = sql`${environment.environment_number}::bigint * 4294967296`
  const overlaps = [...new Set(indexes)].map(
    (index) => sql`verdict.during && int8range(${start} + ${index}, ${start} + ${index}, '[]')`,
  )
  return org
    .selectFrom('verdict')
    .select(verdictColumns)
    .where('verdict.environment_id', '=', environment.environment_id)
    .where(sql<boolean>`(${sql.join(overlaps, sql` or `)})`)
    .execute()
}
export type VerdictRow = Awaited<ReturnType<typeof listVerdictsIn>>[number]

/** Key of a verdict: an artifact in a snapshot, or all that fail there (null). */
interface VerdictKey {
  key: string
  environment_id: string
  index: number
  name: string | null
  fingerprint: string | null
}

/** Snapshots by key with the environments that they hold: their own, and the members of logical ones. */
const placesOf = (org: OrgDatabase, keys: readonly object[]) => sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(keys)}::json)
        as one(key text, environment_id text, index integer, name text, fingerprint text)),
    place as (
      select * from wanted
      union all
      select wanted.key, m.member_id, m.member_index, wanted.name, wanted.fingerprint
      from wanted join snapshot_member m on m.org_id = ${org.orgId}
        and m.environment_id = wanted.environment_id and m.from_index <= wanted.index
        and (m.to_index is null or m.to_index > wanted.index))`

/** Range of one snapshot of the joined environment, as verdicts are indexed by it. */
const ofPlace = sql`int8range(e.number * 4294967296 + place.index,
          e.number * 4294967296 + place.index, '[]')`

/**
 * The verdicts of some artifacts in some snapshots, and the first failing ones of whole snapshots;
 * for logical environments those of their members.
 */
export function listVerdictsOf(org: OrgDatabase, keys: readonly VerdictKey[], limit: number) {
  return org.query(sql<{
    key: string
    name: string
    fingerprint: string
    compliant: boolean
    carriers: StoredQualifiers | null
    hash: string
  }>`
    ${placesOf(org, keys)}
    select place.key, found.* from place
    join environment e on e.org_id = ${org.orgId} and e.id = place.environment_id
    cross join lateral (
      select v.name, v.fingerprint, v.compliant, v.carriers, v.hash from verdict v
      where v.org_id = ${org.orgId} and v.environment_id = e.id
        and case when place.name is null then not v.compliant
          else v.name = place.name and v.fingerprint = place.fingerprint end
        and v.during && ${ofPlace}
      order by v.name, v.fingerprint limit ${limit}) found
    order by found.name, found.fingerprint`)
}

/** Counts the artifacts that policies evaluated in some snapshots, and those of them that failed. */
export function countVerdictsOf(
  org: OrgDatabase,
  keys: readonly Pick<VerdictKey, 'key' | 'environment_id' | 'index'>[],
) {
  return org.query(sql<{ key: string; evaluated: number; failing: number }>`
    ${placesOf(org, keys)}
    select place.key, count(*)::integer as evaluated,
      (count(*) filter (where not v.compliant))::integer as failing
    from place
    join environment e on e.org_id = ${org.orgId} and e.id = place.environment_id
    join verdict v on v.org_id = e.org_id and v.environment_id = e.id and v.during && ${ofPlace}
    where v.compliant is not null
    group by place.key`)
}

/** Ends verdicts with the snapshot before `index`; those that began with it are replaced there. */
export function endVerdicts(
  org: OrgDatabase,
  environmentId: string,
  ended: readonly Named[],
  index: number,
): Statement[] {
  if (ended.length === 0) return []
  return [
    org
      .updateTable('verdict')
      .set({ to_index: index })
      .where('verdict.environment_id', '=', environmentId)
      .where('verdict.to_index', 'is', null)
      .where('verdict.from_index', '<', index)
      .where(
        sql<boolean>`(verdict.name, verdict.fingerprint) in (
          select * from unnest(${ended.map(({ name }) => name)}::text[],
            ${ended.map(({ fingerprint }) => fingerprint)}::text[]))`,
      ),
  ]
}

type NewVerdict = Omit<Selectable<Tables['verdict']>, 'org_id' | 'during'>

/**
 * Begins verdicts and stores each of their derivations once. One that began with the same snapshot
 * is replaced: the same verdict rests on something else by now.
 */
export function beginVerdicts(
  org: OrgDatabase,
  verdicts: readonly NewVerdict[],
  trees: ReadonlyMap<string, string>,
): Statement[] {
  if (verdicts.length === 0) return []
  const hashes = [...trees.keys()]
  const texts = [...trees.values()]
  return [
    sql`insert into verdict_tree (org_id, hash, policies)
      select ${org.orgId}, hash, policies::json
      from unnest(${hashes}::text[], ${texts}::text[]) as given(hash, policies)
      order by hash
      on conflict do nothing`,
    ...org.insertMany('verdict', verdicts as never).map(
      (insert) => sql`${insert}
        on conflict (org_id, environment_id, name, fingerprint, from_index) do update
        set (compliant, reason, failing_policy_ids, places, carriers, hash, tree_hash, evaluated_at)
          = (excluded.compliant, excluded.reason, excluded.failing_policy_ids, excluded.places,
            excluded.carriers, excluded.hash, excluded.tree_hash, excluded.evaluated_at)`,
    ),
  ]
}

/** Whole verdicts by hash. */
export async function readVerdicts(
  org: OrgDatabase,
  hashes: readonly (string | undefined)[],
): Promise<Map<string, Omit<ArtifactVerdict, 'name' | 'fingerprint'>>> {
  const wanted = [...new Set(hashes)].filter((hash) => hash !== undefined)
  if (wanted.length === 0) return new Map()
  const rows = await org
    .selectFrom('verdict')
    .distinctOn('verdict.hash')
    .select(['verdict.hash', 'verdict.compliant', 'verdict.reason', 'verdict.places'])
    .select('verdict.tree_hash')
    .where(sql<boolean>`verdict.hash = any(${wanted})`)
    .execute()
  const trees = await org
    .selectFrom('verdict_tree')
    .select(['verdict_tree.hash', 'verdict_tree.policies'])
    .where(sql<boolean>`verdict_tree.hash = any(${[...new Set(rows.map((row) => row.tree_hash))]})`)
    .execute()
  const policiesOf = new Map(trees.map(({ hash, policies }) => [hash, policies]))
  return new Map(
    rows.map(({ hash, tree_hash, ...verdict }) => [
      hash,
      { ...verdict, policies: policiesOf.get(tree_hash) ?? [] },
    ]),
  )
}

/** A version of a policy. */
interface VersionOf {
  policy_id: string
  version: number
}

/** The policy versions of an environment's newest snapshot. */
export function listAppliedNow(org: OrgDatabase, environmentId: string): Promise<VersionOf[]> {
  return org
    .selectFrom('applied_policy')
    .select(['applied_policy.policy_id', 'applied_policy.version'])
    .where('applied_policy.environment_id', '=', environmentId)
    .where('applied_policy.to_index', 'is', null)
    .execute()
}

/** The policy versions of a snapshot, by policy name. */
export function listAppliedIn(org: OrgDatabase, environmentId: string, index: number) {
  return org
    .selectFrom('applied_policy')
    .innerJoin('policy', onOrgAnd('policy.id', 'applied_policy.policy_id'))
    .innerJoin('policy_version', (join) =>
      join
        .onRef('policy_version.org_id', '=', 'applied_policy.org_id')
        .onRef('policy_version.policy_id', '=', 'applied_policy.policy_id')
        .onRef('policy_version.version', '=', 'applied_policy.version'),
    )
    .select(['policy.id', 'policy.name', 'policy_version.version', 'policy_version.document'])
    .where('applied_policy.environment_id', '=', environmentId)
    .where('applied_policy.from_index', '<=', index)
    .where((where) =>
      where.or([
        where('applied_policy.to_index', 'is', null),
        where('applied_policy.to_index', '>', index),
      ]),
    )
    .orderBy('policy.name')
    .execute()
}

/**
 * Replaces the policy versions of an environment from a snapshot on; of those that began with the
 * same snapshot the newer one counts.
 */
export function applyVersions(
  org: OrgDatabase,
  environment_id: string,
  change: { ended: readonly VersionOf[]; begun: readonly VersionOf[] },
  index: number,
): Statement[] {
  const ids = change.ended.map(({ policy_id }) => policy_id)
  const end = org
    .updateTable('applied_policy')
    .set({ to_index: index })
    .where('applied_policy.environment_id', '=', environment_id)
    .where('applied_policy.to_index', 'is', null)
    .where(sql<boolean>`applied_policy.policy_id = any(${ids})`)
  const rows = change.begun.map((one) => ({
    ...one,
    environment_id,
    from_index: index,
    to_index: null,
  }))
  const begin = org.insertMany('applied_policy', rows).map(
    (insert) => sql`${insert}
      on conflict (org_id, environment_id, policy_id, from_index) do update
      set (version, to_index) = (excluded.version, null)`,
  )
  return [...(ids.length > 0 ? [end] : []), ...begin]
}
