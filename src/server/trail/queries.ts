import { type Insertable, sql, type Updateable } from 'kysely'
import type { ComplianceStatus } from '#contract/trail-state.ts'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

export type TrailRow = NonNullable<Awaited<ReturnType<typeof findTrail>>>

const named = (org: OrgDatabase, flowId: string, name: string) =>
  org
    .selectFrom('trail')
    .selectAll('trail')
    .where('trail.flow_id', '=', flowId)
    .where('trail.name', '=', name)

/** A trail by its flow and name. */
export function findTrail(org: OrgDatabase, flowId: string, name: string) {
  return named(org, flowId, name).executeTakeFirst()
}

/** A trail by its id. */
export function trailOfId(org: OrgDatabase, id: string) {
  return org
    .selectFrom('trail')
    .selectAll('trail')
    .where('trail.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A trail by flow and name, locked: everything that changes a trail goes through this lock. */
export function lockTrail(org: OrgDatabase, flowId: string, name: string) {
  return named(org, flowId, name).forUpdate().executeTakeFirst()
}

/** A trail by its id, locked as above. */
export function lockTrailOfId(org: OrgDatabase, id: string) {
  return org
    .selectFrom('trail')
    .selectAll('trail')
    .where('trail.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type NewTrail = Omit<Insertable<Tables['trail']>, 'org_id'>

/** Inserts a trail, which locks it; nothing when one of that name appeared meanwhile. */
export function insertTrail(org: OrgDatabase, trail: NewTrail) {
  return org
    .insertInto('trail', trail)
    .onConflict((conflict) => conflict.columns(['org_id', 'flow_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes a trail's own fields, once it is run. */
export function updateTrail(org: OrgDatabase, id: string, fields: Updateable<Tables['trail']>) {
  return org.updateTable('trail').set(fields).where('trail.id', '=', id)
}

/** Appends what happened on a trail, once it is run. */
export function appendTrailEvents(
  org: OrgDatabase,
  events: readonly { id: string; trail_id: string; type: string; at: number; body: object }[],
) {
  const rows = events.map(({ at, body, ...rest }) => ({
    ...rest,
    recorded_at: at,
    body: JSON.stringify(body),
  }))
  return org.insertInto('trail_event', rows)
}

/** Everything that happened on a trail, oldest first. */
export function listTrailEvents(org: OrgDatabase, trailId: string) {
  return org
    .selectFrom('trail_event')
    .select(['type', 'recorded_at', 'body'])
    .where('trail_event.trail_id', '=', trailId)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
}

/** When evidence was reported for artifacts of some trails, oldest first. */
export async function listArtifactEvidenceEvents(org: OrgDatabase, trailIds: readonly string[]) {
  if (trailIds.length === 0) return []
  const types = ['artifact_attestation_reported', 'trail_attestation_for_artifact_reported']
  return org
    .selectFrom('trail_event')
    .select(['trail_id', 'recorded_at'])
    .select([
      sql<string>`body ->> 'template_reference_name'`.as('attestation_name'),
      sql<boolean>`body ->> 'is_override' is not null`.as('is_override'),
      sql<string | null>`body ->> 'end_kind'`.as('end_kind'),
      sql<string | null>`body ->> 'artifact_fingerprint'`.as('fingerprint'),
      sql<string | null>`body ->> 'target_artifact'`.as('target_artifact'),
      sql<string | null>`body -> 'git_commit_info' ->> 'sha1'`.as('git_commit'),
    ])
    .where(sql<boolean>`trail_event.trail_id = any(${trailIds})`)
    .where('trail_event.type', 'in', types)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
}

/** Id of the user who began a trail, as its first event says. */
export async function creatorOf(org: OrgDatabase, trailId: string): Promise<string> {
  const { creator } = await org
    .selectFrom('trail_event')
    .select(sql<string>`body -> 'trail_data_json' ->> 'creating_user_id'`.as('creator'))
    .where('trail_event.trail_id', '=', trailId)
    .where('trail_event.type', '=', 'trail_reported')
    .executeTakeFirstOrThrow()
  return creator
}

/** Ids of the repositories that a trail, its artifacts and its attestations come from. */
export async function listTrailRepoIds(org: OrgDatabase, trailId: string): Promise<string[]> {
  const ofTrail = org.selectFrom('trail').select('repo_id').where('trail.id', '=', trailId)
  const ofArtifacts = org
    .selectFrom('artifact')
    .select('repo_id')
    .where('artifact.trail_id', '=', trailId)
  const ofAttestations = org
    .selectFrom('attestation')
    .select('repo_id')
    .where('attestation.trail_id', '=', trailId)
  const rows = await ofTrail.union(ofArtifacts).union(ofAttestations).execute()
  return rows.flatMap(({ repo_id }) => repo_id ?? []).sort()
}

/** The stored state of a trail. */
export function findTrailStatus(org: OrgDatabase, trailId: string) {
  return org
    .selectFrom('trail_status')
    .select(['state', 'status'])
    .where('trail_status.trail_id', '=', trailId)
    .executeTakeFirst()
}

/** What stores the state of a trail, and the flip where it differs from the one before. */
export function trailStatusWrites(
  org: OrgDatabase,
  saved: {
    trail: { id: string; flow_id: string }
    status: ComplianceStatus
    counts: { artifact_count: number; present_count: number; expected_count: number }
    event: { id: string; at: number }
    before: string | null
  },
): Statement[] {
  const { trail, status, counts, event } = saved
  const values = {
    state: status.status,
    status: JSON.stringify(status),
    ...counts,
    evaluated_at: status.evaluated_at,
  }
  const save = org
    .insertInto('trail_status', { trail_id: trail.id, flow_id: trail.flow_id, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'trail_id']).doUpdateSet(values))
  if (saved.before === status.status) return [save]
  const flip = org.insertInto('trail_verdict', {
    trail_id: trail.id,
    event_id: event.id,
    state: status.status,
    recorded_at: event.at,
  })
  return [save, flip]
}
