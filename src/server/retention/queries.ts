import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** A flow whose evidence is not kept for ever. */
export interface RetentionLimit {
  flow_id: string
  /** Records before this instant are older than they have to be kept; Unix seconds. */
  since: number
}

/** A file of evidence. */
interface EvidenceFile {
  sha256: string
  /** Bytes. */
  size: number
}

/** Progress of a search: the hash that the next one goes on behind, null at the end. */
interface Search {
  expired: string[]
  last: string | null
}

const limitRows = (limits: readonly RetentionLimit[]) => sql`
  kept as (select * from unnest(
    ${limits.map((one) => one.flow_id)}::text[],
    ${limits.map((one) => one.since)}::double precision[]) as kept (flow_id, since))`

/** A report that names a file and keeps it: by its age, or as a decision or by an override. */
const isHeld = ({ orgId }: OrgDatabase) => sql`(
  kept.since is null or attestation.created_at >= kept.since or attestation.control is not null
  or exists (
    select from overridden join override_state using (org_id, override_id)
    where overridden.org_id = ${orgId}
      and overridden.attestation_id = attestation.id and ended_at is null))`

const reportsOf = (org: OrgDatabase) => sql`
  attestation left join kept on kept.flow_id = attestation.flow_id
  where attestation.org_id = ${org.orgId}
    and attestation.evidence_sha256 = evidence_file.sha256`

/** Whether a decision names this hash or id of a report. */
const isNamed = ({ orgId }: OrgDatabase, name: RawBuilder<unknown>) => sql`exists (
  select from decision_reference
  where decision_reference.org_id = ${orgId} and decision_reference.name = ${name})`

/** Looks for files that no report keeps, among some in the order of their hashes. */
export async function findExpired(
  org: OrgDatabase,
  limits: readonly RetentionLimit[],
  after: string,
  limit: number,
): Promise<Search> {
  const rows = await org.query(sql<{ sha256: string; is_expired: boolean }>`
    with ${limitRows(limits)}, evidence_file as (
      select sha256 from evidence_file
      where org_id = ${org.orgId} and removed_at is null and sha256 > ${after}
      order by sha256 limit ${limit})
    select sha256, not exists (select from ${reportsOf(org)} and ${isHeld(org)}) as is_expired
    from evidence_file order by sha256`)
  return {
    expired: rows.filter((row) => row.is_expired).map((row) => row.sha256),
    last: rows.length < limit ? null : (rows.at(-1)?.sha256 ?? null),
  }
}

/**
 * Locks files, so that a report that names one waits; without those that another transaction is at.
 * @returns their hashes
 */
export async function lockFiles(org: OrgDatabase, sha256: readonly string[]): Promise<string[]> {
  const rows = await org
    .selectFrom('evidence_file')
    .select('evidence_file.sha256')
    .where(sql<boolean>`evidence_file.sha256 = any(${sha256})`)
    .where('evidence_file.removed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.sha256)
}

/**
 * Marks locked files as removed and gives back their space: those that no report keeps, that no
 * decision names by their hash or the id of a report, and that no request for an override is about.
 * @returns what was marked, in the order of hashes
 */
export function markRemoved(
  org: OrgDatabase,
  limits: readonly RetentionLimit[],
  sha256: readonly string[],
  now: number,
): Promise<EvidenceFile[]> {
  return org.query(sql<EvidenceFile>`
    with ${limitRows(limits)},
    gone as (
      update evidence_file set removed_at = ${now}
      where org_id = ${org.orgId} and sha256 = any(${sha256})
        and not ${isNamed(org, sql`sha256`)}
        and not exists (select from ${reportsOf(org)} and (${isHeld(org)}
          or ${isNamed(org, sql`attestation.id`)}
          or exists (select from override_proposal
            where override_proposal.org_id = ${org.orgId} and decision is null
              and override_proposal.overridden_attestation_id = attestation.id)))
      returning sha256, size),
    freed as (
      update evidence_usage set bytes = bytes - (select sum(size) from gone)
      where org_id = ${org.orgId} and exists (select from gone))
    select sha256, size::double precision as size from gone order by 1`)
}

/** Size of an organization's evidence, and how many files retention has removed. */
export async function countEvidence(org: OrgDatabase) {
  const rows = await org.query(sql<{ evidence_bytes: number; removed_count: number }>`
    select
      coalesce((select bytes from evidence_usage where org_id = ${org.orgId}), 0)
        ::double precision as evidence_bytes,
      (select count(*) from evidence_file where org_id = ${org.orgId} and removed_at is not null)
        ::integer as removed_count`)
  return rows[0] ?? { evidence_bytes: 0, removed_count: 0 }
}
