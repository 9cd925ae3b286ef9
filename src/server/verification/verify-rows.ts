import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import { type Compared, compareAllowLists } from './compare-allow-lists.ts'

/** A row that is not what the audit log says was accepted. */
interface RowFault {
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

/** New names of flows, with their places in the log; null for those that have none yet. */
const renamings = `
  select record.org_id, record.id, body::jsonb ->> 'name' as name,
    body::jsonb ->> 'new_name' as new_name, seq
  from record left join record_seal as seal
    on seal.org_id = record.org_id and seal.record_id = record.id
  where record.kind = 'flow_renamed' and record.result is null`

/**
 * The name that the flow of an entry has now: it may have been renamed since, several times, while
 * others took its former names.
 */
const nameNow = `
  with recursive later as (
    select entry.body ->> 'flow_name' as name, 0 as number, entry.id, (
      select seq from record_seal as seal
      where seal.org_id = entry.org_id and seal.record_id = entry.id) as seq
    where exists (select from renaming
      where renaming.org_id = entry.org_id and renaming.name = entry.body ->> 'flow_name')
    union all
    select next.new_name, later.number + 1, next.id, next.seq
    from later cross join lateral (
      select renaming.id, new_name, renaming.seq from renaming
      where renaming.org_id = entry.org_id and renaming.name = later.name
        and case when later.seq is null then renaming.seq is null and renaming.id > later.id
          else coalesce(renaming.seq > later.seq, true) end
      order by renaming.seq, renaming.id limit 1) as next)
  select name from later order by number desc limit 1`

/** Compares rows with their entries: `fault` is null where they agree. */
const comparisons = [
  // Reports and overrides; the counted verdict is that of the newest override of the whole report.
  `with renaming as materialized (${renamings})
   select coalesce(row.org_id, entry.org_id) as org_id,
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
       when row.fingerprint is distinct from
         nullif(lower(entry.body -> 'payload' ->> 'artifact_fingerprint'), '')
         then 'its artifact is not the one that was reported'
       when trail.name <> entry.body ->> 'trail_name' or trail.flow_id <> row.flow_id
         or flow.name <> coalesce(renamed.name, entry.body ->> 'flow_name')
         then 'its trail is not the one that it was reported on'
       when row.reported_by <> coalesce(entry.body ->> 'requested_by', entry.actor)
         then 'its author is not who reported it'
       when row.created_at <> entry.recorded_at then 'its time is not when it was reported'
       when row.is_compliant <> coalesce((
         select override_state.is_compliant
         from overridden join override_state using (org_id, override_id)
         where overridden.org_id = row.org_id and overridden.attestation_id = row.id
           and is_whole and ended_at is null
         order by override_id desc limit 1), row.is_compliant <> row.is_flipped)
         then 'no override gives it the verdict that counts'
     end as fault
   from attestation as row full join (
     select org_id, id, body::jsonb as body, actor, recorded_at from record
     where kind in ('attestation_reported', 'attestation_overridden') and result is null
   ) as entry on entry.org_id = row.org_id and entry.body ->> 'attestation_id' = row.id
   left join trail on trail.org_id = row.org_id and trail.id = row.trail_id
   left join flow on flow.org_id = row.org_id and flow.id = row.flow_id
   left join lateral (${nameNow}) as renamed on true`,
  `select override_state.org_id, 'override ' || override_state.override_id,
     case
       when override_state.is_compliant <> attestation.is_compliant
         then 'its verdict is not the one that was given'
       when ended_at is distinct from ending.recorded_at
         then 'its end is not in the log, or only there'
       when approved_by is distinct from case when given.body ? 'proposal_id' then given.actor end
         then 'who approved it is not who did'
       when (coalesce(renewal.body, given.body) ? 'expires_at' and override_state.expires_at
           is distinct from (coalesce(renewal.body, given.body) ->> 'expires_at')::double precision)
         or override_state.expires_at is distinct from expiry.expires_at
         then 'its expiry is not the one that was set'
     end
   from override_state join attestation
     on attestation.org_id = override_state.org_id and attestation.id = override_state.override_id
   left join (
     select org_id, body::jsonb as body, actor from record
     where kind = 'attestation_overridden' and result is null
   ) as given on given.org_id = override_state.org_id
     and given.body ->> 'attestation_id' = override_state.override_id
   left join (
     select org_id, body::jsonb ->> 'override_id' as id, recorded_at from record
     where kind = 'override_ended' and result is null
   ) as ending on ending.org_id = override_state.org_id and ending.id = override_state.override_id
   left join (
     select distinct on (org_id, body::jsonb ->> 'override_id') org_id, body::jsonb as body
     from record where kind = 'override_expiry_set' and result is null
     order by org_id, body::jsonb ->> 'override_id', id desc
   ) as renewal on renewal.org_id = override_state.org_id
     and renewal.body ->> 'override_id' = override_state.override_id
   left join (
     select distinct on (org_id, override_id) org_id, override_id, expires_at
     from override_expiry order by org_id, override_id, id desc
   ) as expiry on expiry.org_id = override_state.org_id
     and expiry.override_id = override_state.override_id`,
  `select coalesce(row.org_id, entry.org_id),
     'policy ' || coalesce(row.name, entry.body ->> 'name')
       || ', version ' || coalesce(row.version, (entry.body ->> 'version')::integer),
     case
       when row.version is null then 'it was saved, and is gone'
       when entry.body is null then 'no entry has it'
       when row.content <> entry.body ->> 'policy_yaml' then 'its text is not the one that was saved'
       when row.comment <> entry.body ->> 'comment' then 'its comment is not the one that was given'
       when row.created_by <> entry.actor then 'its author is not who saved it'
       when row.created_at <> entry.recorded_at then 'its time is not when it was saved'
     end
   from (
     select policy.org_id, policy.name, version, content, comment, policy_version.created_by,
       policy_version.created_at
     from policy_version join policy on policy.org_id = policy_version.org_id
       and policy.id = policy_version.policy_id
   ) as row
   full join (
     select org_id, body::jsonb as body, actor, recorded_at from record
     where kind in ('policy_created', 'policy_updated', 'policy_unarchived') and result is null
       and body::jsonb ? 'version'
   ) as entry on entry.org_id = row.org_id and entry.body ->> 'name' = row.name
     and (entry.body ->> 'version')::integer = row.version`,
]

/** Compares rows that decide about verdicts with what the audit log says was accepted. */
export async function verifyRows(read: ConsistentRead): Promise<RowReport> {
  const report: RowReport = { compared: 0, faults: [] }
  for await (const { fault, ...where } of compareAll(read)) {
    report.compared += 1
    if (fault !== null && report.faults.length < maxFaults) report.faults.push({ ...where, fault })
  }
  return report
}

async function* compareAll(read: ConsistentRead): AsyncGenerator<Compared> {
  for (const comparison of comparisons)
    yield* read.rows<Compared>(`
      select organization.name as organization, compared.row, compared.fault
      from (${comparison}) as compared (org_id, row, fault)
        join organization on organization.id = compared.org_id
      order by 1, 2`)
  yield* compareAllowLists(read)
}
