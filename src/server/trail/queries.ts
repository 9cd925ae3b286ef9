import { type Updateable, sql } from 'kysely'
import { maxFlips, maxArtifacts } from '#contract/trail/trail-page.ts'
import { isInView, matchesTag, storedStatus, onOrgAnd } from '#server/database/conditions.ts'
import { wholeStatus } from '#domain/trail/whole-status.ts'
import { foldDeltas } from '#server/database/fold-deltas.ts'
import { type DayCount, dayOf, isOneOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { trailCounts } from '#server/database/shared-selects.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'
import type { EndKind } from '#server/database/tables/override.ts'

export type TrailRow = NonNullable<Awaited<ReturnType<typeof findTrail>>>

const named = (org: OrgDatabase, flowId: string, name: string) =>
  org
    .selectFrom('trail')
    .selectAll('trail')
    .where('trail.flow_id', '=', flowId)
    .where('trail.name', '=', name)

const trailNamed = preparedQuery((org, { flowId, name }: { flowId: string; name: string }) =>
  named(org, flowId, name),
)

/** Finds a trail by its flow and name. */
export async function findTrail(org: OrgDatabase, flowId: string, name: string) {
  const [trail] = await trailNamed(org, { flowId, name })
  return trail
}

/** Finds a trail by its id. */
export function trailOfId(org: OrgDatabase, id: string) {
  return org
    .selectFrom('trail')
    .selectAll('trail')
    .where('trail.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Finds a trail by flow and name and locks it: everything that changes a trail takes this lock. */
export function lockTrail(org: OrgDatabase, flowId: string, name: string) {
  return named(org, flowId, name).forUpdate().executeTakeFirst()
}

/** Finds a trail by its id and locks it in the same way. */
export function lockTrailOfId(org: OrgDatabase, id: string) {
  return org
    .selectFrom('trail')
    .selectAll('trail')
    .where('trail.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type NewTrail = NewRow<'trail'>

/** Inserts a trail, which locks it; nothing when one of that name appeared meanwhile. */
export function insertTrail(org: OrgDatabase, trail: NewTrail) {
  return org
    .insertInto('trail', trail)
    .onConflict((conflict) => conflict.columns(['org_id', 'flow_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Statement that changes a trail's own fields. */
export function updateTrail(org: OrgDatabase, id: string, fields: Updateable<Tables['trail']>) {
  return org.updateTable('trail').set(fields).where('trail.id', '=', id)
}

/** Times of evidence for artifacts of some trails, oldest first. */
export async function listArtifactEvidenceEvents(org: OrgDatabase, trailIds: readonly string[]) {
  if (trailIds.length === 0) return []
  const types = ['artifact_attestation_reported', 'trail_attestation_for_artifact_reported']
  return org
    .selectFrom('trail_event')
    .select(['trail_id', 'recorded_at'])
    .select([
      sql<string>`body ->> 'template_reference_name'`.as('attestation_name'),
      sql<boolean>`body ->> 'is_override' is not null`.as('is_override'),
      sql<EndKind | null>`body ->> 'end_kind'`.as('end_kind'),
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

/** Id of the user who began a trail, from its first event. */
export async function creatorOf(org: OrgDatabase, trailId: string): Promise<string> {
  const { creator } = await org
    .selectFrom('trail_event')
    .select(sql<string>`body -> 'trail_data_json' ->> 'creating_user_id'`.as('creator'))
    .where('trail_event.trail_id', '=', trailId)
    .where('trail_event.type', '=', 'trail_reported')
    .executeTakeFirstOrThrow()
  return creator
}

const statusOfTrail = preparedQuery((org, { id }: { id: string }) =>
  org
    .selectFrom('trail_status')
    .select(['trail_status.state', ...storedStatus])
    .where('trail_status.trail_id', '=', id),
)

/** The stored state of a trail. */
export async function findTrailStatus(org: OrgDatabase, id: string) {
  const [stored] = await statusOfTrail(org, { id })
  return stored && { state: stored.state, status: wholeStatus(stored) }
}

/** Statuses of trails, slot by slot. */
export async function listTrailStatuses(org: OrgDatabase, trailIds: readonly string[]) {
  if (trailIds.length === 0) return []
  const rows = await org
    .selectFrom('trail_status')
    .select(['trail_status.trail_id', ...storedStatus])
    .where(sql<boolean>`trail_status.trail_id = any(${[...new Set(trailIds)]})`)
    .execute()
  return rows.map((row) => ({ trail_id: row.trail_id, status: wholeStatus(row) }))
}

/** The newest flips of a trail's state with the events that caused them, newest first. */
export function listFlips(org: OrgDatabase, trailId: string) {
  const authorId = sql`trail_event.body ->> 'setting_user_id'`
  const author = sql<string | null>`coalesce(
    (select name from user_account where id = ${authorId}),
    (select name from service_account where org_id = ${org.orgId} and id = ${authorId}))`
  return org
    .selectFrom('trail_verdict')
    .leftJoin('trail_event', (join) =>
      join
        .onRef('trail_event.org_id', '=', 'trail_verdict.org_id')
        .onRef('trail_event.trail_id', '=', 'trail_verdict.trail_id')
        .onRef('trail_event.id', '=', 'trail_verdict.event_id'),
    )
    .leftJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'trail_event.org_id')
        .on('attestation.id', '=', sql<string>`trail_event.body ->> 'attestation_id'`),
    )
    .leftJoin('override_state', onOrgAnd('override_state.override_id', 'attestation.id'))
    .leftJoin('artifact', (join) =>
      join
        .onRef('artifact.org_id', '=', 'trail_event.org_id')
        .on('artifact.id', '=', sql<string>`trail_event.body ->> 'artifact_id'`),
    )
    .select([
      'trail_verdict.state',
      'trail_verdict.recorded_at',
      'trail_event.type',
      'trail_event.body',
      'attestation.reported_by',
      'override_state.approved_by',
      'artifact.created_by',
      author.as('author'),
    ])
    .where('trail_verdict.trail_id', '=', trailId)
    .orderBy('trail_verdict.recorded_at', 'desc')
    .orderBy('trail_verdict.event_id', 'desc')
    .limit(sql.lit(maxFlips))
    .execute()
}

/** Artifacts of a trail in the order of their report. */
export function listReportedArtifacts(org: OrgDatabase, trailId: string) {
  return org
    .selectFrom('artifact')
    .select([
      'artifact.id',
      'artifact.template_reference_name',
      'artifact.filename',
      'artifact.fingerprint',
      'artifact.git_commit',
      'artifact.git_commit_info',
      'artifact.commit_url',
      'artifact.build_url',
      'artifact.created_at',
    ])
    .where('artifact.trail_id', '=', trailId)
    .orderBy('artifact.created_at')
    .orderBy('artifact.id')
    .limit(sql.lit(maxArtifacts))
    .execute()
}

/** Filters that trails are counted by; values of one are alternatives, but all tags must be there. */
export interface CountedFilters {
  flowId?: string
  flow?: readonly string[] | null | undefined
  /** Tags of their flow, each a key or `key:value`. */
  tag?: readonly string[] | null | undefined
  verdict?: readonly string[] | null | undefined
  from_timestamp?: number | null | undefined
  to_timestamp?: number | null | undefined
}

/** Numbers of matching trails of the flows in view, by flow and the day of their beginning. */
function countedTrails(org: OrgDatabase, filters: CountedFilters) {
  const { flowId, flow, tag, verdict, from_timestamp = null, to_timestamp = null } = filters
  let query = org
    .selectFrom('flow')
    .innerJoinLateral(trailCounts(org, from_timestamp, to_timestamp).as('counted'), (join) =>
      join.onTrue(),
    )
    .where(isInView(org, 'flow.archived_at'))
  if (flowId) query = query.where('flow.id', '=', flowId)
  if (flow?.length) query = query.where(isOneOf('flow.name', flow))
  for (const one of tag ?? []) query = query.where(matchesTag('flow.tags', one))
  if (verdict?.length) query = query.where(sql<boolean>`counted.state = any(${verdict})`)
  return query
}

const sum = sql<number>`sum(counted.count)::integer`

/** Counts matching trails by the day of their beginning, newest day first. */
export function daysOfTrails(org: OrgDatabase, filters: CountedFilters): Promise<DayCount[]> {
  return countedTrails(org, filters)
    .select(['counted.day', sum.as('count')])
    .groupBy('counted.day')
    .having(sum, '>', 0)
    .orderBy('counted.day', 'desc')
    .execute()
}

/** Days from one instant until another, by flow, on which matching trails began. */
export function flowDaysOfTrails(
  org: OrgDatabase,
  filters: CountedFilters,
  { from, before }: { from: number; before: number },
) {
  return countedTrails(org, { ...filters, from_timestamp: null, to_timestamp: null })
    .select(['flow.id as flow_id', 'counted.day'])
    .where('counted.day', '>=', dayOf(from))
    .where('counted.day', '<', dayOf(before))
    .groupBy(['flow.id', 'counted.day'])
    .having(sum, '>', 0)
}

const batch = 10_000

/**
 * Folds pending deltas into the counts; readers see the same sum before and after.
 * @returns number of deltas folded; 0 also while another process folds
 */
export function foldTrailCounts(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('fold trails'))) return 0
    return foldDeltas(tx, 'trail_delta', batch, [
      { into: 'trail_tally', by: ['flow_id', 'day', 'state'] },
    ])
  })
}
