import type { ConsistentRead } from './consistent-read.ts'

/** Reads the SHA-256 of each evidence file that rows of any organization name, once and in order. */
export async function* listEvidenceOf(read: ConsistentRead): AsyncGenerator<string> {
  const rows = read.rows<{ sha256: string }>(`
    select distinct evidence_sha256 collate "C" as sha256 from attestation
    where evidence_sha256 is not null order by 1`)
  for await (const { sha256 } of rows) yield sha256
}
