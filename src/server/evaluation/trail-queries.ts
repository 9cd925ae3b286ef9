import { type RawBuilder, sql } from 'kysely'
import type { Template } from '#contract/template/template.ts'
import type { ComplianceStatus, TrailState } from '#contract/verdict/compliance-status.ts'
import type { TrailFigures } from '#domain/trail/change-of-name.ts'
import type { RecentEntry } from '#domain/trail/whole-status.ts'
import { reportedVerdict, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { dayOf } from '#server/database/keyset-page.ts'

/** Ids, or an array of them in a statement. */
type Ids = readonly string[] | RawBuilder<string[]>

/** Characters from which on the recent entries of a status are kept apart from it. */
const largeStatus = 16_000

/** Ids of the templates of trails, by trail id. */
export async function templatesOfTrails(
  org: OrgDatabase,
  trailIds: readonly string[],
): Promise<Map<string, string>> {
  if (trailIds.length === 0) return new Map()
  const rows = await org
    .selectFrom('trail')
    .select(['trail.id', 'trail.template_id'])
    .where(sql<boolean>`trail.id = any(${trailIds})`)
    .execute()
  return new Map(rows.map(({ id, template_id }) => [id, template_id]))
}

/** Query of all artifacts of some trails with their stored states. */
export function artifactsOfTrails(org: OrgDatabase, trailIds: Ids) {
  return org
    .selectFrom('artifact')
    .innerJoin('artifact_state', onOrgAnd('artifact_state.artifact_id', 'artifact.id'))
    .select([
      'artifact.trail_id',
      'artifact.id',
      'artifact.flow_id',
      'artifact.fingerprint',
      'artifact.template_reference_name',
      'artifact.git_commit',
      'artifact.created_at',
      'artifact_state.state',
      'artifact_state.override_ids',
    ])
    .where(sql<boolean>`artifact.trail_id = any(${trailIds})`)
    .orderBy('artifact.id')
}

/** Statement that appends events of a trail. */
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

/** Statements that store the state of a trail, and the flip if it differs from the one before. */
export function trailStatusWrites(
  org: OrgDatabase,
  saved: {
    trail: { id: string; flow_id: string }
    status: ComplianceStatus
    figures: TrailFigures
    event: { id: string; at: number }
    before: string | null
  },
): Statement[] {
  const { trail, status, figures, event } = saved
  const text = JSON.stringify(status)
  const recent = text.length < largeStatus ? null : '[]'
  const values = {
    ...figures,
    status: text,
    recent,
    recent_of_artifacts: recent,
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

/** Statement that stores the recent entries of a trail, or of its artifacts, whose states stay. */
export function recentEntriesWrite(
  org: OrgDatabase,
  trailId: string,
  {
    column,
    entries,
    ...values
  }: {
    column: 'recent' | 'recent_of_artifacts'
    entries: RecentEntry[]
    present_count: number
    evaluated_at: number
  },
): Statement {
  return org
    .updateTable('trail_status')
    .set({ ...values, [column]: JSON.stringify(entries) })
    .where('trail_status.trail_id', '=', trailId)
}

/** Query of the current attestations of some trails, one row for each of their scopes. */
export function currentOfTrails(org: OrgDatabase, trailIds: Ids) {
  return org
    .selectFrom('current_attestation')
    .innerJoin('attestation', onOrgAnd('attestation.id', 'current_attestation.attestation_id'))
    .select([
      'current_attestation.trail_id',
      'attestation.id',
      'attestation.name',
      'attestation.type',
      reportedVerdict().as('is_compliant'),
      'attestation.fingerprint',
      'attestation.commit_sha',
      'attestation.overridden_attestation_id',
      'attestation.is_override',
      'current_attestation.scope',
    ])
    .where(sql<boolean>`current_attestation.trail_id = any(${trailIds})`)
}

/** Documents of stored templates, by id. */
export async function templateDocuments(
  org: OrgDatabase,
  ids: readonly string[],
): Promise<Map<string, Template>> {
  if (ids.length === 0) return new Map()
  const rows = await org
    .selectFrom('template')
    .select(['id', 'document'])
    .where(sql<boolean>`template.id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, document }) => [id, document]))
}

/** An artifact whose state changes. */
interface ArtifactFlip {
  id: string
  flow_id: string
  created_at: number
  /** Null without a trail. */
  now: TrailState | null
  /** Undefined if not counted yet. */
  before: TrailState | undefined
}

/**
 * Statement that adds artifacts to the counts of their states and takes them from those before;
 * exact at once.
 */
export function countArtifacts(
  org: OrgDatabase,
  flips: readonly ArtifactFlip[],
  newId: () => string,
) {
  const deltas = flips.flatMap(({ flow_id, created_at, now, before }) => {
    const key = { flow_id, day: dayOf(created_at) }
    return [
      { ...key, id: newId(), state: now, amount: 1 },
      ...(before === undefined ? [] : [{ ...key, id: newId(), state: before, amount: -1 }]),
    ]
  })
  return org.insertInto('artifact_delta', deltas)
}

/** Statements that store the states of artifacts with what carries them; their trail is locked. */
export function artifactStateWrites(
  org: OrgDatabase,
  artifacts: readonly { id: string; state: TrailState; override_ids: readonly string[] }[],
): Statement[] {
  if (artifacts.length === 0) return []
  return [
    sql`update artifact_state set state = given.state, override_ids = given.override_ids
      from json_to_recordset(${JSON.stringify(artifacts)}::json)
        as given(id text, state text, override_ids text[])
      where artifact_state.org_id = ${org.orgId} and artifact_state.artifact_id = given.id`,
  ]
}

/** Statements that store of overrides whether later records count in their place. */
export function replacedWrites(
  org: OrgDatabase,
  overrides: readonly { id: string; is_replaced: boolean }[],
): Statement[] {
  if (overrides.length === 0) return []
  return [
    sql`update override_entry set is_replaced = given.is_replaced
      from json_to_recordset(${JSON.stringify(overrides)}::json) as given(id text, is_replaced boolean)
      where override_entry.org_id = ${org.orgId} and override_entry.id = given.id
        and override_entry.is_replaced <> given.is_replaced`,
  ]
}

/**
 * Statement that adds a trail to the count of its state and takes it from the one before; exact at
 * once, folded later.
 */
export function countTrail(
  org: OrgDatabase,
  trail: { flow_id: string; created_at: number },
  states: { now: TrailState; before: TrailState | null },
  newId: () => string,
) {
  const key = { flow_id: trail.flow_id, day: dayOf(trail.created_at) }
  const deltas = [{ ...key, id: newId(), state: states.now, amount: 1 }]
  if (states.before) deltas.push({ ...key, id: newId(), state: states.before, amount: -1 })
  return org.insertInto('trail_delta', deltas)
}
