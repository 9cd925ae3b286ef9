import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import type { IdSource } from '../id.ts'

/**
 * Brings what counts of some reports in line with the overrides of them that stand, and the counts
 * with it. Call it once those are written, with the reports' trail locked.
 */
export async function settleVerdicts(
  org: OrgDatabase,
  reportIds: readonly string[],
  newId: IdSource,
): Promise<void> {
  if (reportIds.length === 0) return
  const ids = reportIds.map(() => [newId(), newId()] as const)
  await org.rowsOf(sql`
    with given as (
      select * from unnest(${reportIds}::text[], ${ids.map(([id]) => id)}::text[],
        ${ids.map(([, id]) => id)}::text[]) as given(id, id_before, id_after)),
    changed as (
      select given.*, report.flow_id, report.name, report.type, report.control, report.reported_by,
        floor(report.created_at / 86400)::integer as day, report.is_compliant as before
      from given join attestation as report
        on report.org_id = ${org.orgId} and report.id = given.id
      where report.is_compliant <> coalesce((
        select override_state.is_compliant
        from overridden join override_state using (org_id, override_id)
        where org_id = ${org.orgId} and overridden.attestation_id = report.id
          and is_whole and ended_at is null
        order by override_id desc limit 1), report.is_compliant <> report.is_flipped)),
    flipped as (
      update attestation set is_compliant = not is_compliant, is_flipped = not is_flipped
      from changed where attestation.org_id = ${org.orgId} and attestation.id = changed.id)
    insert into attestation_delta
      (org_id, id, flow_id, day, name, type, is_compliant, control, reported_by, amount)
    select ${org.orgId}, id_before, flow_id, day, name, type, before, control, reported_by, -1
      from changed
    union all
    select ${org.orgId}, id_after, flow_id, day, name, type, not before, control, reported_by, 1
      from changed`)
}
