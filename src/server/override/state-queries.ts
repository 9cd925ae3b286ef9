import { sql } from 'kysely'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { sqlDayOf } from '#server/database/keyset-page.ts'
import type { NewRow } from '#server/database/tables.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import { type NewExpiry, updateRegisterEntries, expiryColumns } from './queries.ts'

/** Current states of overrides with their evidence, flow and trail. */
const statesWithTrail = (org: OrgDatabase) =>
  org
    .selectFrom('override_state')
    .innerJoin('attestation', onOrgAnd('attestation.id', 'override_state.override_id'))
    .innerJoin('flow', onOrgAnd('flow.id', 'attestation.flow_id'))
    .innerJoin('trail', onOrgAnd('trail.id', 'attestation.trail_id'))

/** Finds an override with its trail and its current state. */
export function findOverride(org: OrgDatabase, id: string) {
  return statesWithTrail(org)
    .select(['attestation.id', 'attestation.name', 'attestation.type', 'attestation.is_compliant'])
    .select(['attestation.trail_id', 'attestation.fingerprint', 'attestation.created_at'])
    .select(['override_state.created_by_id', 'override_state.expires_at'])
    .select(['override_state.expires_by', 'override_state.expires_by_id'])
    .select(['override_state.ended_at'])
    .select(['flow.name as flow_name', 'flow.tags as flow_tags', 'trail.name as trail_name'])
    .where('override_state.override_id', '=', id)
    .executeTakeFirst()
}

/** Overrides in few words: what they are about, by whom, and when they end; the soonest first. */
export function listBriefly(org: OrgDatabase, ids: readonly string[]) {
  return statesWithTrail(org)
    .select(['attestation.id', 'attestation.name', 'attestation.reported_by as by'])
    .select(['flow.name as flow_name', 'trail.name as trail_name', 'override_state.expires_at'])
    .where(sql<boolean>`override_state.override_id = any(${ids})`)
    .orderBy('override_state.expires_at', (order) => order.asc().nullsLast())
    .orderBy('attestation.id')
    .execute()
}

/** Statements that set the expiry of an override. */
export function expiryWrites(org: OrgDatabase, expiry: NewExpiry): Statement[] {
  const { override_id, expires_at } = expiry
  return [
    updateRegisterEntries(org, [override_id], { expires_at }),
    org.insertInto('override_expiry', expiry),
    org
      .updateTable('override_state')
      .set(expiryColumns(expiry))
      .where('override_state.override_id', '=', override_id),
  ]
}

type NewEnd = NewRow<'override_end'>

/** Statements that end an override. */
export function endWrites(org: OrgDatabase, end: NewEnd): Statement[] {
  const { override_id, kind: standing, ended_at } = end
  return [
    updateRegisterEntries(org, [override_id], { standing, ended_at }),
    org.insertInto('override_end', end),
    org
      .updateTable('override_state')
      .set({ ended_at })
      .where('override_state.override_id', '=', override_id),
  ]
}

/** Expired overrides, the oldest first. */
export async function listExpired(org: OrgDatabase, now: number, limit: number): Promise<string[]> {
  const rows = await org
    .selectFrom('override_state')
    .select('override_state.override_id')
    .where('override_state.expires_at', '<=', now)
    .where('override_state.ended_at', 'is', null)
    .orderBy('override_state.expires_at')
    .orderBy('override_state.override_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.override_id)
}

/**
 * Updates the counted verdicts of some reports by their active overrides, and the counts. Called
 * after those are written, with the reports' trail locked.
 */
export async function applyOverridesToReports(
  org: OrgDatabase,
  reportIds: readonly string[],
  newId: IdGenerator,
): Promise<void> {
  if (reportIds.length === 0) return
  const ids = reportIds.map(() => [newId(), newId()] as const)
  await org.query(sql`
    with given as (
      select * from unnest(${reportIds}::text[], ${ids.map(([id]) => id)}::text[],
        ${ids.map(([, id]) => id)}::text[]) as given(id, id_before, id_after)),
    changed as (
      select given.*, report.flow_id, report.name, report.type, report.control, report.reported_by,
        ${sqlDayOf(sql.ref('report.created_at'))} as day, report.is_compliant as before, report.is_flipped as was_flipped
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
      (org_id, id, flow_id, day, name, type, is_compliant, is_flipped, control, reported_by, amount)
    select ${org.orgId}, id_before, flow_id, day, name, type, before, was_flipped, control,
      reported_by, -1 from changed
    union all
    select ${org.orgId}, id_after, flow_id, day, name, type, not before, not was_flipped, control,
      reported_by, 1 from changed`)
}
