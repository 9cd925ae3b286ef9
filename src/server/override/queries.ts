import { type Insertable, sql } from 'kysely'
import type { Subject } from '#domain/override.ts'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import { reportedVerdict } from '../database/reported.ts'
import type { Tables } from '../database/tables.ts'

/** A row's subjects (wire.md 11.1). */
function subjectsOf(row: {
  fingerprint: string | null
  target_artifacts: string[]
  commit_sha: string | null
}): Subject[] {
  const { fingerprint, target_artifacts, commit_sha } = row
  if (fingerprint !== null) return [{ kind: 'artifact', fingerprint }]
  if (target_artifacts.length === 0) return [{ kind: 'trail' }]
  return target_artifacts.map((name) => ({ kind: 'target', name, commit: commit_sha ?? '' }))
}

/** Every attestation of one name on a trail, and whether it has ended, oldest first. */
export async function recordsOfName(org: OrgDatabase, trailId: string, name: string) {
  const rows = await org
    .selectFrom('attestation')
    .leftJoin('override_state', (join) =>
      join
        .onRef('override_state.org_id', '=', 'attestation.org_id')
        .onRef('override_state.override_id', '=', 'attestation.id'),
    )
    .select(['attestation.id', 'attestation.type', reportedVerdict().as('is_compliant')])
    .select(['attestation.is_override', 'attestation.fingerprint'])
    .select(['attestation.target_artifacts', 'attestation.commit_sha'])
    .select(sql<boolean>`override_state.ended_at is not null`.as('has_ended'))
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.name', '=', name)
    .orderBy('attestation.id')
    .execute()
  return rows.map((row) => ({ ...row, subjects: subjectsOf(row) }))
}

/** Until when an override stands, as somebody says it. */
export type NewExpiry = Omit<Insertable<Tables['override_expiry']>, 'org_id'>

/** The same as it stands. */
export const expiryColumns = (expiry: Omit<NewExpiry, 'override_id'> | null) => ({
  expires_at: expiry?.expires_at ?? null,
  expires_by: expiry?.set_by ?? null,
  expires_by_id: expiry?.set_by_id ?? null,
})

/** What notes an override beside its attestation: what it is about, and that it stands. */
export function overrideWrites(
  org: OrgDatabase,
  override: {
    id: string
    is_compliant: boolean
    created_by_id: string
    proposal_id: string | null
    approved_by: string | null
    overridden: readonly { id: string; is_whole: boolean }[]
    expiry: Omit<NewExpiry, 'override_id'> | null
  },
): Statement[] {
  const { id: override_id, overridden, expiry, ...standing } = override
  const rows = overridden.map(({ id: attestation_id, is_whole }) => ({
    attestation_id,
    override_id,
    is_whole,
  }))
  return [
    org.insertInto('override_state', { override_id, ...standing, ...expiryColumns(expiry) }),
    ...(expiry ? [org.insertInto('override_expiry', { ...expiry, override_id })] : []),
    ...(rows.length > 0 ? [org.insertInto('overridden', rows)] : []),
  ]
}

/** What keeps what an override flips as it is made. */
export function impactWrites(
  org: OrgDatabase,
  override_id: string,
  effect: { environments: readonly unknown[] },
): Statement {
  const environment_count = effect.environments.length
  return org.insertInto('override_impact', {
    override_id,
    environment_count,
    effect: JSON.stringify(effect),
  })
}

/** The reports of which an override says the same of everything that they are about. */
export async function wholeReportsOf(org: OrgDatabase, overrideId: string): Promise<string[]> {
  const rows = await org
    .selectFrom('overridden')
    .select('overridden.attestation_id')
    .where('overridden.override_id', '=', overrideId)
    .where('overridden.is_whole', '=', true)
    .orderBy('overridden.attestation_id')
    .execute()
  return rows.map((row) => row.attestation_id)
}
