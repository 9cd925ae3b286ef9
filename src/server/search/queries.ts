import { type ReferenceExpression, sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

/** Distinct texts that start as was asked: the first of them in their order, and how many there are. */
export interface Matches {
  first: string[]
  count: number
}

/** A column to search, and the one whose values count there already. */
interface Source<Table extends 'artifact' | 'trail' | 'running'> {
  table: Table
  column: ReferenceExpression<Tables, Table> & string
}

function matching<Table extends 'artifact' | 'trail' | 'running'>(
  org: OrgDatabase,
  { table, column }: Source<Table>,
  text: string,
) {
  const value = sql.ref(column)
  return (
    org
      .selectFrom(table as 'artifact')
      // Lower-case hex: "g" is the first text after every one with this prefix.
      .where(sql<boolean>`${value} >= ${text}`)
      .where(sql<boolean>`${value} < ${`${text}g`}`)
  )
}

/** The values of artifacts, then those of another table that no artifact has. */
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

/** Fingerprints of artifacts and of what runs that are, or start with, a text. */
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
    .innerJoin(newest.as('newest'), (join) =>
      join.onRef('newest.org_id', '=', 'artifact.org_id').onRef('newest.id', '=', 'artifact.id'),
    )
    .innerJoin('artifact_state', (join) =>
      join
        .onRef('artifact_state.org_id', '=', 'artifact.org_id')
        .onRef('artifact_state.artifact_id', '=', 'artifact.id'),
    )
    .innerJoin('flow', (join) =>
      join.onRef('flow.org_id', '=', 'artifact.org_id').onRef('flow.id', '=', 'artifact.flow_id'),
    )
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
      'flow.name as flow_name',
      'flow.template_id as flow_template_id',
    ])
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(limit)
    .execute()
}
export type FoundRow = Awaited<ReturnType<typeof listFound>>[number]
