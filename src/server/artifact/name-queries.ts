import { sql } from 'kysely'
import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type ListedArtifact, listed } from './list-queries.ts'

/** Reports that are searched: those whose names begin with a text, and the newest ones. */
const maxLookedAt = 1000

/** Beginning of the name without its registry, as indexed. */
const shortName = sql<string>`(lower(left(
  regexp_replace(artifact.filename, '^.*/', ''), 100)) collate "C")`

/**
 * The newest report of each artifact whose name contains a text, case-insensitive, newest first.
 * Names that begin with it, without their registry, are found among all; others among the newest.
 */
export async function listNamed(
  org: OrgDatabase,
  search: string,
  limit: number,
): Promise<ListedArtifact[]> {
  const text = search.toLowerCase()
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
    .select('artifact.id')
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(maxLookedAt)
  const found = await org
    .selectFrom('artifact')
    .innerJoin('flow', (join) =>
      join.onRef('flow.org_id', '=', 'artifact.org_id').onRef('flow.id', '=', 'artifact.flow_id'),
    )
    .select(['artifact.id', 'artifact.fingerprint'])
    .where(isInView(org, 'flow.archived_at'))
    .where(sql<boolean>`artifact.id = any(array(${beginning}) || array(${newest}))`)
    .where(sql<boolean>`strpos(lower(artifact.filename), ${text}) > 0`)
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .execute()
  const first = new Map(found.toReversed().map(({ id, fingerprint }) => [fingerprint, id]))
  const ids = found.filter(({ id, fingerprint }) => first.get(fingerprint) === id)
  return listed(org)
    .where(sql<boolean>`artifact.id = any(${ids.slice(0, limit).map(({ id }) => id)})`)
    .execute()
}
