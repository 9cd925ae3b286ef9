import { sql } from 'kysely'

import type { findTrailNeighbours } from '#contract/trail-page.ts'
import { mostArtifacts, mostFlips } from '#contract/trail-page-limits.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { trailsMatching } from './list-queries.ts'
import type { TrailRow } from './queries.ts'

/** The newest flips of a trail's state with the events that caused them, newest first. */
export function listFlips(org: OrgDatabase, trailId: string) {
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
    .leftJoin('override_state', (join) =>
      join
        .onRef('override_state.org_id', '=', 'attestation.org_id')
        .onRef('override_state.override_id', '=', 'attestation.id'),
    )
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
    ])
    .where('trail_verdict.trail_id', '=', trailId)
    .orderBy('trail_verdict.recorded_at', 'desc')
    .orderBy('trail_verdict.event_id', 'desc')
    .limit(sql.lit(mostFlips))
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
    .limit(sql.lit(mostArtifacts))
    .execute()
}

/** The next trail that matches, newer or older than one: looked for from there on, not counted. */
export function findNeighbour(
  org: OrgDatabase,
  { id, flow_id, created_at }: TrailRow,
  filters: QueryOf<typeof findTrailNeighbours>,
  side: 'newer' | 'older',
) {
  const here = sql`(${created_at}::double precision, ${id}::text)`
  const place = sql`(trail.created_at, trail.id)`
  const direction = side === 'newer' ? 'asc' : 'desc'
  return trailsMatching(org, { ...filters, flowId: flow_id })
    .select(['trail.name', 'trail_status.state as compliance_state'])
    .where(side === 'newer' ? sql<boolean>`${place} > ${here}` : sql<boolean>`${place} < ${here}`)
    .orderBy('trail.created_at', direction)
    .orderBy('trail.id', direction)
    .limit(sql.lit(1))
    .executeTakeFirst()
}
