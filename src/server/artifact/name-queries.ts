import { sql } from 'kysely'
import { holdsWords, isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listed } from './list-queries.ts'

/** Reports that are searched: those whose names begin with a text, and the newest ones. */
const maxLookedAt = 1000

/** Beginning of the name without its registry, as indexed. */
const shortName = sql<string>`(lower(left(
  regexp_replace(artifact.filename, '^.*/', ''), 100)) collate "C")`

/** The newest report of an artifact, by its name. */
interface NamedReport {
  id: string
  fingerprint: string
  filename: string
  created_at: number
}

/**
 * The newest report of each artifact whose name contains the words of a text, case-insensitive,
 * newest first. Names that begin with the first word, without their registry, are found among all;
 * others among the newest.
 */
export async function findNamed(org: OrgDatabase, search: string): Promise<NamedReport[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const [text = ''] = words
  const start = [...text.slice(text.lastIndexOf('/') + 1)].slice(0, 100).join('')
  const beginning = org
    .selectFrom('artifact')
    .select('artifact.id')
    .where(sql<boolean>`${shortName} >= ${start}`)
    .where(sql<boolean>`${shortName} < ${start} || chr(1114111)`)
    .orderBy(shortName)
    .orderBy('artifact.created_at', 'desc')
    .limit(maxLookedAt)
  const newest = org
    .selectFrom('artifact')
    .select(['artifact.id', 'artifact.filename'])
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(maxLookedAt)
  const holding = sql`(
    select id from ${newest} as newest where ${holdsWords(sql`newest.filename`, words)})`
  const ids = text === '' ? sql`array${holding}` : sql`array(${beginning}) || array${holding}`
  const found = await org
    .selectFrom('artifact')
    .innerJoin('flow', (join) =>
      join.onRef('flow.org_id', '=', 'artifact.org_id').onRef('flow.id', '=', 'artifact.flow_id'),
    )
    .select(['artifact.id', 'artifact.fingerprint', 'artifact.filename', 'artifact.created_at'])
    .where(isInView(org, 'flow.archived_at'))
    .where(sql<boolean>`artifact.id = any(${ids})`)
    .where(holdsWords(sql`artifact.filename`, words))
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .execute()
  const first = new Map(found.toReversed().map(({ id, fingerprint }) => [fingerprint, id]))
  return found.filter(({ id, fingerprint }) => first.get(fingerprint) === id)
}

/** Reports of artifacts by their ids, newest first. */
export function listReportsAt(org: OrgDatabase, ids: readonly string[]) {
  return listed(org)
    .where(sql<boolean>`artifact.id = any(${ids})`)
    .execute()
}
