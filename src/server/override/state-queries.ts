import type { Insertable } from 'kysely'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { expiryColumns, type NewExpiry } from './queries.ts'

/** An override with where it is, and what stands of it. */
export function findOverride(org: OrgDatabase, id: string) {
  return org
    .selectFrom('override_state')
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'override_state.org_id')
        .onRef('attestation.id', '=', 'override_state.override_id'),
    )
    .innerJoin('flow', (join) =>
      join
        .onRef('flow.org_id', '=', 'attestation.org_id')
        .onRef('flow.id', '=', 'attestation.flow_id'),
    )
    .innerJoin('trail', (join) =>
      join
        .onRef('trail.org_id', '=', 'attestation.org_id')
        .onRef('trail.id', '=', 'attestation.trail_id'),
    )
    .select(['attestation.id', 'attestation.name', 'attestation.type', 'attestation.is_compliant'])
    .select(['attestation.trail_id', 'attestation.fingerprint', 'attestation.created_at'])
    .select(['override_state.created_by_id', 'override_state.expires_at'])
    .select(['override_state.expires_by', 'override_state.expires_by_id'])
    .select(['override_state.ended_at'])
    .select(['flow.name as flow_name', 'flow.tags as flow_tags', 'trail.name as trail_name'])
    .where('override_state.override_id', '=', id)
    .executeTakeFirst()
}
export type OverrideRow = NonNullable<Awaited<ReturnType<typeof findOverride>>>

/** What says until when an override stands. */
export function expiryWrites(org: OrgDatabase, expiry: NewExpiry): Statement[] {
  const { override_id } = expiry
  return [
    org.insertInto('override_expiry', expiry),
    org
      .updateTable('override_state')
      .set(expiryColumns(expiry))
      .where('override_state.override_id', '=', override_id),
  ]
}

type NewEnd = Omit<Insertable<Tables['override_end']>, 'org_id'>

/** What ends an override. */
export function endWrites(org: OrgDatabase, end: NewEnd): Statement[] {
  return [
    org.insertInto('override_end', end),
    org
      .updateTable('override_state')
      .set({ ended_at: end.ended_at })
      .where('override_state.override_id', '=', end.override_id),
  ]
}

/** Overrides whose time is over, the oldest first. */
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
