import { type ReferenceExpression, sql } from 'kysely'
import { beginsWith, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { bucket } from '#server/database/shared-selects.ts'
import type { Tables } from '#server/database/tables.ts'

/** Distinct values that begin with a text: the first of them in order, and their number. */
export interface Matches {
  first: string[]
  count: number
}

/** A column to search, and the one whose values are counted already. */
interface Source<Table extends 'artifact' | 'trail' | 'running'> {
  table: Table
  column: ReferenceExpression<Tables, Table> & string
}

function matching<Table extends 'artifact' | 'trail' | 'running'>(
  org: OrgDatabase,
  { table, column }: Source<Table>,
  text: string,
) {
  return org.selectFrom(table as 'artifact').where(beginsWith(column, text))
}

/** Searches the values of artifacts, then those of another table that no artifact has. */
async function matchesOf<Table extends 'trail' | 'running'>(
  org: OrgDatabase,
  ofArtifacts: Source<'artifact'>,
  others: Source<Table>,
  { text, limit }: { text: string; limit: number },
): Promise<Matches> {
  const sources = [ofArtifacts, others as unknown as Source<'artifact'>]
  const lists = await Promise.all(
    sources.map((source) =>
      matching(org, source, text)
        .select(sql<string>`${sql.ref(source.column)}`.as('match'))
        .distinct()
        .orderBy('match')
        .limit(limit)
        .execute(),
    ),
  )
  const all = [...new Set(lists.flat().map(({ match }) => match))].sort()
  if (all.length < limit) return { first: all, count: all.length }
  const counts = await Promise.all(
    sources.map((source, index) => {
      const query = matching(org, source, text).select(
        sql<number>`count(distinct ${sql.ref(source.column)})::integer`.as('count'),
      )
      const known = sql<boolean>`exists (select 1 from artifact as known
        where known.org_id = ${org.orgId}
          and ${sql.ref(ofArtifacts.column.replace('artifact.', 'known.'))} = ${sql.ref(source.column)})`
      return (
        index === 0 ? query : query.where(sql<boolean>`not ${known}`)
      ).executeTakeFirstOrThrow()
    }),
  )
  return { first: all.slice(0, limit), count: counts.reduce((sum, { count }) => sum + count, 0) }
}

/** Commits of artifacts and of trails that are, or start with, a text. */
export function findCommits(org: OrgDatabase, text: string, limit: number): Promise<Matches> {
  const ofArtifacts = { table: 'artifact', column: 'artifact.git_commit' } as const
  const ofTrails = { table: 'trail', column: 'trail.commit_sha' } as const
  return matchesOf(org, ofArtifacts, ofTrails, { text, limit })
}

/** Fingerprints of artifacts and of running artifacts that are, or start with, a text. */
export function findFingerprints(org: OrgDatabase, text: string, limit: number): Promise<Matches> {
  const ofArtifacts = { table: 'artifact', column: 'artifact.fingerprint' } as const
  const seen = { table: 'running', column: 'running.fingerprint' } as const
  return matchesOf(org, ofArtifacts, seen, { text, limit })
}

/** The newest report in each flow of the artifacts of some commits or fingerprints, newest first. */
export function listFound(
  org: OrgDatabase,
  { commits, fingerprints }: { commits: readonly string[]; fingerprints: readonly string[] },
  limit: number,
) {
  const ofTrails = org
    .selectFrom('trail')
    .select('trail.id')
    .where(sql<boolean>`trail.commit_sha = any(${commits})`)
  const newest = org
    .selectFrom('artifact')
    .distinctOn(['artifact.fingerprint', 'artifact.flow_id'])
    .select(['artifact.org_id', 'artifact.id'])
    .where((where) =>
      where.or([
        sql<boolean>`artifact.fingerprint = any(${fingerprints})`,
        sql<boolean>`artifact.git_commit = any(${commits})`,
        sql<boolean>`artifact.trail_id = any(array(${ofTrails}))`,
      ]),
    )
    .orderBy('artifact.fingerprint')
    .orderBy('artifact.flow_id')
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
  return org
    .selectFrom('artifact')
    .innerJoin(newest.as('newest'), onOrgAnd('newest.id', 'artifact.id'))
    .innerJoin('artifact_state', onOrgAnd('artifact_state.artifact_id', 'artifact.id'))
    .innerJoin('flow', onOrgAnd('flow.id', 'artifact.flow_id'))
    .select([
      'artifact.id',
      'artifact.fingerprint',
      'artifact.filename',
      'artifact.trail_id',
      'artifact.template_reference_name',
      'artifact.git_commit',
      'artifact.commit_url',
      'artifact.build_url',
      'artifact.created_at',
      'artifact_state.state',
      'artifact_state.override_ids',
      'flow.name as flow_name',
      'flow.template_id as flow_template_id',
    ])
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(limit)
    .execute()
}
export type FoundRow = Awaited<ReturnType<typeof listFound>>[number]

/** Something that has or had a name. */
export interface Named {
  type: 'flow' | 'environment' | 'policy' | 'control'
  id: string
  name: string | null
}

const tables = { flow: 'name', environment: 'name', policy: 'name', control: 'identifier' } as const

/** Names of one kind that are compared closely. */
const maxCandidates = 300

/**
 * Active records whose names could be similar to a text: they share its beginning or its end, or
 * one contains the other.
 */
export async function listCandidates(org: OrgDatabase, text: string): Promise<Named[]> {
  const lowered = text.toLowerCase()
  const lists = await Promise.all(
    Object.entries(tables).map(([type, column]) => {
      const [id, title] = [sql.ref(column), sql.ref(type === 'control' ? 'name' : column)]
      const near = [id, title].map(
        (name) => sql`(left(lower(${name}), 2) = left(${lowered}, 2)
          or right(lower(${name}), 3) = right(${lowered}, 3)
          or strpos(lower(${name}), ${lowered}) > 0)`,
      )
      return org.query(sql<Named>`
        select ${type}::text as type, ${id} as id,
          ${type === 'control' ? title : sql`null::text`} as name
        from ${sql.table(type)}
        where org_id = ${org.orgId} and archived_at is null and (${sql.join(near, sql` or `)})
        order by abs(length(${id}) - ${lowered.length}), ${id} limit ${maxCandidates}`)
    }),
  )
  return lists.flat()
}

/** Chained renames followed at most. */
const maxRenamings = 20

/**
 * The last name of a flow or an environment that once had a name, if it still has that last one.
 */
export async function findRenamed(
  org: OrgDatabase,
  type: 'flow' | 'environment',
  former: string,
): Promise<string | null> {
  const [last] = await org.query(sql<{ name: string }>`
    with recursive renaming as (
      (select seq, body::json ->> 'new_name' as name, 1 as step from record_seal
        join record on record.org_id = record_seal.org_id and record.id = record_id
        where record_seal.org_id = ${org.orgId} and object = ${former}
          and record_seal.kind = ${`${type}_renamed`}
        order by ${bucket} desc, seq desc limit 1)
      union all
      (select later.seq, later.name, step + 1 from renaming cross join lateral (
        select seq, body::json ->> 'new_name' as name from record_seal
        join record on record.org_id = record_seal.org_id and record.id = record_id
        where record_seal.org_id = ${org.orgId} and object = renaming.name
          and record_seal.kind = ${`${type}_renamed`} and seq > renaming.seq
        order by ${bucket}, seq limit 1) as later
        where step < ${maxRenamings}))
    select name from renaming order by step desc limit 1`)
  if (!last) return null
  const [active] = await org.query(sql<{ name: string }>`
    select name from ${sql.table(type)}
    where org_id = ${org.orgId} and name = ${last.name} and archived_at is null`)
  return active?.name ?? null
}
