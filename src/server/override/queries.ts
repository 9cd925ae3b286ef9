import { type Updateable, sql } from 'kysely'
import type { Subject } from '#domain/override/override.ts'
import { reportedVerdict, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'

type NewEntry = Omit<NewRow<'override_entry'>, 'is_replaced' | 'is_reviewed'>

/** Statement that inserts an override or a request into the register. */
export const insertRegisterEntry = (org: OrgDatabase, entry: NewEntry): Statement =>
  org.insertInto('override_entry', entry)

/** Statement that updates entries of the register. */
export const updateRegisterEntries = (
  org: OrgDatabase,
  ids: readonly string[],
  fields: Pick<
    Updateable<Tables['override_entry']>,
    'expires_at' | 'ended_at' | 'standing' | 'is_reviewed'
  >,
): Statement =>
  org
    .updateTable('override_entry')
    .set(fields)
    .where(sql<boolean>`override_entry.id = any(${ids})`)

/** Statement that deletes a request from the register, as its override is listed there. */
export const deleteRegisterEntry = (org: OrgDatabase, id: string): Statement =>
  org.deleteFrom('override_entry').where('override_entry.id', '=', id)

/** The subjects of a row. */
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
    .leftJoin('override_state', onOrgAnd('override_state.override_id', 'attestation.id'))
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

/** A new expiry of an override. */
export type NewExpiry = NewRow<'override_expiry'>

/** Its columns in the current state. */
export const expiryColumns = (expiry: Omit<NewExpiry, 'override_id'> | null) => ({
  expires_at: expiry?.expires_at ?? null,
  expires_by: expiry?.set_by ?? null,
  expires_by_id: expiry?.set_by_id ?? null,
})

/** Statements that store an override beside its attestation: its subject and its state. */
export function overrideWrites(
  org: OrgDatabase,
  override: {
    id: string
    is_compliant: boolean
    created_by_id: string
    proposal_id: string | null
    approved_by: string | null
    /** Sort and filter columns of the register. */
    entry: { flow_id: string; type: string; created_at: number; created_by: string }
    overridden: readonly { id: string; is_whole: boolean }[]
    expiry: Omit<NewExpiry, 'override_id'> | null
  },
): Statement[] {
  const { id: override_id, overridden, expiry, entry, ...state } = override
  const rows = overridden.map(({ id: attestation_id, is_whole }) => ({
    attestation_id,
    override_id,
    is_whole,
  }))
  return [
    org.insertInto('override_state', { override_id, ...state, ...expiryColumns(expiry) }),
    insertRegisterEntry(org, {
      id: override_id,
      is_request: false,
      ...entry,
      is_compliant: state.is_compliant,
      expires_at: expiry?.expires_at ?? null,
      ended_at: null,
      standing: 'stands',
    }),
    ...(expiry ? [org.insertInto('override_expiry', { ...expiry, override_id })] : []),
    ...(rows.length > 0 ? [org.insertInto('overridden', rows)] : []),
  ]
}

/** Statements that store what an override flips when it is made. */
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

/** The reports of which an override covers everything that they are about. */
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

/** History of an override: expiries, reviews, and its end. */
export async function historyOf(org: OrgDatabase, id: string) {
  const expiries = await org
    .selectFrom('override_expiry')
    .select(['set_at as at', 'set_by as by', 'reason', 'expires_at'])
    .where('override_expiry.override_id', '=', id)
    .orderBy('override_expiry.id')
    .execute()
  const reviews = await org
    .selectFrom('override_review')
    .select(['reviewed_at as at', 'reviewed_by as by', 'comment as reason'])
    .where('override_review.override_id', '=', id)
    .orderBy('override_review.id')
    .execute()
  const end = await org
    .selectFrom('override_end')
    .select(['kind', 'ended_at as at', 'ended_by as by', 'reason'])
    .where('override_end.override_id', '=', id)
    .executeTakeFirst()
  return { expiries, reviews, end }
}

/** Effect of an override when it was made, or of its request. */
export async function findEffect(org: OrgDatabase, id: string) {
  const made = await org
    .selectFrom('override_impact')
    .select('override_impact.effect')
    .where('override_impact.override_id', '=', id)
    .executeTakeFirst()
  if (made) return made.effect
  const proposed = await org
    .selectFrom('override_proposal')
    .select('override_proposal.effect')
    .where('override_proposal.id', '=', id)
    .executeTakeFirst()
  return proposed?.effect ?? null
}

/** Overrides that requests have become, by the id of the request. */
async function overridesOfRequests(org: OrgDatabase, ids: readonly string[]) {
  const rows = await org
    .selectFrom('override_proposal')
    .select(['override_proposal.id', 'override_proposal.override_id'])
    .where(sql<boolean>`override_proposal.id = any(${ids})`)
    .where('override_proposal.override_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.override_id ?? '']))
}

/**
 * Reads entries of the register in the order of their ids; a request that was approved since the ids
 * were found is read as its override.
 */
export async function readEntriesNow<Row extends { id: string }>(
  org: OrgDatabase,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const byId = new Map((await read(ids)).map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length === 0) return ids.flatMap((id) => byId.get(id) ?? [])
  // After the first look: what that did not find was approved before it.
  const overrideOf = await overridesOfRequests(org, missing)
  for (const row of await read([...overrideOf.values()])) byId.set(row.id, row)
  return ids.flatMap((id) => byId.get(id) ?? byId.get(overrideOf.get(id) ?? '') ?? [])
}

/** Existing overrides among some, with their evidence and the accounts that made them. */
export async function listOverridesOf(org: OrgDatabase, ids: readonly string[]) {
  return org
    .selectFrom('override_state')
    .innerJoin('attestation', onOrgAnd('attestation.id', 'override_state.override_id'))
    .select(['override_state.override_id', 'override_state.created_by_id', 'attestation.name'])
    .where(sql<boolean>`override_state.override_id = any(${ids})`)
    .execute()
}

/** Stores a review of overrides. */
export async function insertReviews(
  org: OrgDatabase,
  reviews: readonly {
    id: string
    override_id: string
    comment: string
    reviewed_at: number
    reviewed_by: string
  }[],
): Promise<void> {
  const ids = reviews.map(({ override_id }) => override_id)
  await org.executeBatch([
    ...org.insertMany('override_review', reviews),
    updateRegisterEntries(org, ids, { is_reviewed: true }),
  ])
}
