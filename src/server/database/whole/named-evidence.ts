import type { ConsistentRead } from './consistent-read.ts'

/**
 * Reads the SHA-256 of each evidence file that rows of any organization name, once and in order; of
 * those that retention removed, none.
 */
export async function* listEvidenceOf(read: ConsistentRead): AsyncGenerator<string> {
  const rows = read.rows<{ sha256: string }>(`
    select distinct evidence_sha256 collate "C" as sha256 from attestation
    where evidence_sha256 is not null and not exists (
      select from evidence_file where evidence_file.org_id = attestation.org_id
        and sha256 = evidence_sha256 and removed_at is not null)
    order by 1`)
  for await (const { sha256 } of rows) yield sha256
}

/** Counts evidence files that retention removed from every organization that had them. */
export async function countRemovedEvidence(read: ConsistentRead): Promise<number> {
  const [row] = await read.query<{ count: number }>(`
    select count(*)::integer as count from (
      select sha256 from evidence_file group by sha256 having bool_and(removed_at is not null)) as gone`)
  return row?.count ?? 0
}
