import type { Insertable } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

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

/** Inserts an artifact, or replaces the reported fields of the one that is there. */
export async function saveArtifact(org: OrgDatabase, artifact: NewArtifact): Promise<void> {
  const { id, created_at, created_by, ...fields } = artifact
  await org
    .insertInto('artifact', artifact)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'flow_id', 'trail_id', 'template_reference_name', 'fingerprint'])
        .doUpdateSet(fields),
    )
    .execute()
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

/** All artifacts of a trail. */
export function listTrailArtifacts(org: OrgDatabase, trailId: string) {
  return org
    .selectFrom('artifact')
    .select(['id', 'fingerprint', 'template_reference_name', 'git_commit'])
    .where('artifact.trail_id', '=', trailId)
    .orderBy('artifact.id')
    .execute()
}

/** Records in a flow whose fingerprint starts with the text, newest first. */
export function findArtifactsByPrefix(
  org: OrgDatabase,
  flowId: string,
  prefix: string,
  trailName: string | null,
) {
  let query = org
    .selectFrom('artifact')
    .leftJoin('trail', (join) =>
      join
        .onRef('trail.org_id', '=', 'artifact.org_id')
        .onRef('trail.id', '=', 'artifact.trail_id'),
    )
    .selectAll('artifact')
    .select('trail.name as trail_name')
    .where('artifact.flow_id', '=', flowId)
    // Fingerprints are lower-case hex: "g" is the first text after every one with this prefix.
    .where('artifact.fingerprint', '>=', prefix)
    .where('artifact.fingerprint', '<', `${prefix}g`)
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(1000)
  if (trailName) query = query.where('trail.name', '=', trailName)
  return query.execute()
}
