import { sql, type Updateable } from 'kysely'
import type { Subject } from '#domain/override/override.ts'
import { beginsWith, holdsWords, isInView, onOrgAnd } from '#server/database/conditions.ts'
import { foldDeltas } from '#server/database/fold-deltas.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'
import { listed } from './list-queries.ts'

export type ArtifactRow = NonNullable<Awaited<ReturnType<typeof findTrailArtifact>>>
type NewArtifact = NewRow<'artifact'>

/** The record of an artifact on one trail (or on none) under one template name. */
export function findSameArtifact(
  org: OrgDatabase,
  key: Pick<NewArtifact, 'flow_id' | 'trail_id' | 'template_reference_name' | 'fingerprint'>,
) {
  return org
    .selectFrom('artifact')
    .selectAll('artifact')
    .where('artifact.flow_id', '=', key.flow_id)
    .where('artifact.fingerprint', '=', key.fingerprint)
    .where('artifact.trail_id', 'is not distinct from', key.trail_id ?? null)
    .where(
      'artifact.template_reference_name',
      'is not distinct from',
      key.template_reference_name ?? null,
    )
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts an artifact; false when the same one appeared meanwhile. */
export async function insertArtifact(org: OrgDatabase, artifact: NewArtifact): Promise<boolean> {
  const result = await org
    .insertInto('artifact', artifact)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'flow_id', 'trail_id', 'template_reference_name', 'fingerprint'])
        .doNothing(),
    )
    .executeTakeFirst()
  if (!result.numInsertedOrUpdatedRows) return false
  const { id: artifact_id, flow_id, created_at } = artifact
  await org
    .insertInto('artifact_state', { artifact_id, flow_id, created_at, state: null })
    .execute()
  return true
}

/** Replaces the reported fields of an artifact. */
export async function updateArtifact(
  org: OrgDatabase,
  id: string,
  fields: Updateable<Tables['artifact']>,
): Promise<void> {
  await org.updateTable('artifact').set(fields).where('artifact.id', '=', id).execute()
}

/** The newest record of a fingerprint on a trail. */
export function findTrailArtifact(org: OrgDatabase, trailId: string, fingerprint: string) {
  return org
    .selectFrom('artifact')
    .selectAll('artifact')
    .where('artifact.trail_id', '=', trailId)
    .where('artifact.fingerprint', '=', fingerprint)
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Artifacts of a trail under the template names of evidence, oldest first. */
export async function listTargetArtifacts(
  org: OrgDatabase,
  trailId: string,
  subjects: readonly Subject[],
) {
  const names = subjects.flatMap((subject) => (subject.kind === 'target' ? [subject.name] : []))
  if (names.length === 0) return []
  return org
    .selectFrom('artifact')
    .select(['fingerprint', 'filename', 'template_reference_name', 'git_commit'])
    .where('artifact.trail_id', '=', trailId)
    .where(sql<boolean>`artifact.template_reference_name = any(${names})`)
    .orderBy('artifact.id')
    .execute()
}

/** Records in a flow whose fingerprint is the text, or starts with it. */
function artifactsNamed(
  org: OrgDatabase,
  flowId: string,
  fingerprint: string,
  trailName: string | null,
) {
  const query = org
    .selectFrom('artifact')
    .leftJoin('trail', onOrgAnd('trail.id', 'artifact.trail_id'))
    .leftJoin('artifact_state', onOrgAnd('artifact_state.artifact_id', 'artifact.id'))
    .where('artifact.flow_id', '=', flowId)
  const named =
    fingerprint.length === 64
      ? query.where('artifact.fingerprint', '=', fingerprint)
      : query.where(beginsWith('artifact.fingerprint', fingerprint))
  return trailName ? named.where('trail.name', '=', trailName) : named
}

/** The newest record in a flow of a fingerprint, or of all that start with a prefix. */
export function findNewestArtifact(...named: Parameters<typeof artifactsNamed>) {
  return artifactsNamed(...named)
    .selectAll('artifact')
    .select(['trail.name as trail_name', 'artifact_state.state'])
    .select(sql<string[]>`coalesce(artifact_state.override_ids, '{}')`.as('override_ids'))
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns whether another fingerprint than this one starts with the prefix too. */
export async function isAmbiguous(
  fingerprint: string,
  ...named: Parameters<typeof artifactsNamed>
): Promise<boolean> {
  const other = await artifactsNamed(...named)
    .select('artifact.id')
    .where('artifact.fingerprint', '!=', fingerprint)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Authors and times of some attestations. */
export async function listReportersOf(org: OrgDatabase, ids: readonly string[]) {
  if (ids.length === 0) return []
  return org
    .selectFrom('attestation')
    .select(['id', 'created_at', 'reported_by'])
    .where(sql<boolean>`attestation.id = any(${ids})`)
    .execute()
}

const batch = 10_000

/**
 * Folds pending deltas into the counts; readers see the same sum before and after.
 * @returns number of deltas folded; 0 also while another process folds
 */
export function foldArtifactCounts(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('fold artifacts'))) return 0
    return foldDeltas(tx, 'artifact_delta', batch, [
      { into: 'artifact_tally', by: ['flow_id', 'day', 'state'] },
    ])
  })
}

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
    .innerJoin('flow', onOrgAnd('flow.id', 'artifact.flow_id'))
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
