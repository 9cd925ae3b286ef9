import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'

/** A row that is not what the audit log says was accepted. */
export interface RowFault {
  organization: string
  /** Its kind, and its id or name. */
  row: string
  fault: string
}

/** Findings of a comparison of rows with the entries of the log about them. */
export interface RowReport {
  /** Reports and overrides, versions of policies, entries of allow-lists. */
  compared: number
  faults: RowFault[]
}

/** Faults that are listed. */
const maxFaults = 100

/** Compares rows with their entries: `fault` is null where they agree. */
const comparisons = [
  // Reports and overrides; the counted verdict is that of the newest override of the whole report.
  `select coalesce(row.org_id, entry.org_id) as org_id,
     'attestation ' || coalesce(row.id, entry.body ->> 'attestation_id') as row,
     case
       when row.id is null then 'it was reported, and is gone'
       when entry.body is null then 'no entry reports it'
       when row.type <> entry.body ->> 'type' then 'its type is not the one that was reported'
       when row.name <> entry.body -> 'payload' ->> 'attestation_name'
         then 'its name is not the one that was reported'
       when (row.is_compliant <> row.is_flipped) <> (entry.body ->> 'is_compliant')::boolean
         then 'its verdict is not the one that was reported'
       when row.evidence_sha256 is distinct from entry.body ->> 'evidence_sha256'
         then 'its evidence is not what was reported'
       when row.fingerprint <> lower(entry.body -> 'payload' ->> 'artifact_fingerprint')
         then 'its artifact is not the one that was reported'
       when row.is_compliant <> coalesce((
         select override_state.is_compliant
         from overridden join override_state using (org_id, override_id)
         where overridden.org_id = row.org_id and overridden.attestation_id = row.id
           and is_whole and ended_at is null
         order by override_id desc limit 1), row.is_compliant <> row.is_flipped)
         then 'no override gives it the verdict that counts'
     end as fault
   from attestation as row full join (
     select org_id, body::jsonb as body from record
     where kind in ('attestation_reported', 'attestation_overridden') and result is null
   ) as entry on entry.org_id = row.org_id and entry.body ->> 'attestation_id' = row.id`,
  `select override_state.org_id, 'override ' || override_id,
     case
       when override_state.is_compliant <> attestation.is_compliant
         then 'its verdict is not the one that was given'
       when (ended_at is null) <> (entry.id is null) then 'its end is not in the log, or only there'
     end
   from override_state join attestation
     on attestation.org_id = override_state.org_id and attestation.id = override_id
   left join (
     select org_id, body::jsonb ->> 'override_id' as id from record
     where kind = 'override_ended' and result is null
   ) as entry on entry.org_id = override_state.org_id and entry.id = override_id`,
  `select row.org_id, 'policy ' || policy.name || ', version ' || row.version,
     case
       when entry.body is null then 'no entry has it'
       when row.content <> entry.body ->> 'policy_yaml' then 'its text is not the one that was saved'
     end
   from policy_version as row
   join policy on policy.org_id = row.org_id and policy.id = row.policy_id
   left join (
     select org_id, body::jsonb as body from record
     where kind in ('policy_created', 'policy_updated', 'policy_unarchived') and result is null
   ) as entry on entry.org_id = row.org_id and entry.body ->> 'name' = policy.name
     and (entry.body ->> 'version')::integer = row.version`,
  `select row.org_id, 'allow-list entry of ' || row.fingerprint,
     case when not exists (
       select from record where record.org_id = row.org_id and kind = 'artifact_allowed'
         and result is null and body::jsonb ->> 'fingerprint' = row.fingerprint)
     then 'no entry allows it' end
   from allowed_artifact as row where standing = 'stands'`,
]

/** Compares rows that decide about verdicts with what the audit log says was accepted. */
export async function verifyRows(read: ConsistentRead): Promise<RowReport> {
  const report: RowReport = { compared: 0, faults: [] }
  for (const comparison of comparisons)
    for await (const { fault, ...where } of read.rows<{
      organization: string
      row: string
      fault: string | null
    }>(`
      select organization.name as organization, compared.row, compared.fault
      from (${comparison}) as compared (org_id, row, fault)
        join organization on organization.id = compared.org_id
      order by 1, 2`)) {
      report.compared += 1
      if (fault !== null && report.faults.length < maxFaults)
        report.faults.push({ ...where, fault })
    }
  return report
}
