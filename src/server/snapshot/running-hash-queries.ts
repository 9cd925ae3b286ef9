import { type Selectable, sql } from 'kysely'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

type RunningHash = Omit<Selectable<Tables['running_hash']>, 'org_id'>

/** Hashes of what runs by part; null where they do not tell of the last report. */
export type KnownHashes = ReadonlyMap<
  string,
  Pick<RunningHash, 'part' | 'artifacts' | 'details'>
> | null

/**
 * Reads the hashes of what runs in a locked environment.
 * @returns null if the last report was stored without them
 */
export async function listHashes(
  org: OrgDatabase,
  environmentId: string,
  { hashed_at, last_reported_at }: { hashed_at: number | null; last_reported_at: number | null },
): Promise<KnownHashes> {
  if (hashed_at === null || hashed_at !== last_reported_at) return null
  const rows = await org
    .selectFrom('running_hash')
    .select(['running_hash.part', 'running_hash.artifacts', 'running_hash.details'])
    .where('running_hash.environment_id', '=', environmentId)
    .execute()
  return new Map(rows.map((row) => [row.part, row]))
}

/** Statements that store hashes in place of those of the same parts. */
export const insertHashes = (org: OrgDatabase, hashes: readonly RunningHash[]): Statement[] =>
  org.insertMany('running_hash', hashes).map(
    (insert) => sql`${insert} on conflict (org_id, environment_id, part) do update
      set (artifacts, details) = (excluded.artifacts, excluded.details)`,
  )

/** Statement that deletes the hashes of all parts but some. */
export const deleteOtherHashes = (
  org: OrgDatabase,
  environmentId: string,
  parts: readonly string[],
): Statement =>
  org
    .deleteFrom('running_hash')
    .where('running_hash.environment_id', '=', environmentId)
    .where(sql<boolean>`running_hash.part <> all(${parts})`)
