import { type Insertable, type Updateable, sql } from 'kysely'
import type { Subject } from '#domain/override/override.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

export type ArtifactRow = NonNullable<Awaited<ReturnType<typeof findTrailArtifact>>>
type NewArtifact = Omit<Insertable<Tables['artifact']>, 'org_id'>

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
    .leftJoin('trail', (join) =>
      join
        .onRef('trail.org_id', '=', 'artifact.org_id')
        .onRef('trail.id', '=', 'artifact.trail_id'),
    )
    .leftJoin('artifact_state', (join) =>
      join
        .onRef('artifact_state.org_id', '=', 'artifact.org_id')
        .onRef('artifact_state.artifact_id', '=', 'artifact.id'),
    )
    .where('artifact.flow_id', '=', flowId)
  const named =
    fingerprint.length === 64
      ? query.where('artifact.fingerprint', '=', fingerprint)
      : query
          // Fingerprints are lower-case hex: "g" is the first text after every one with this prefix.
          .where('artifact.fingerprint', '>=', fingerprint)
          .where('artifact.fingerprint', '<', `${fingerprint}g`)
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
    return tx.fold('artifact_delta', batch, [
      { into: 'artifact_tally', by: ['flow_id', 'day', 'state'] },
    ])
  })
}
