import { sql } from 'kysely'
import { daySeconds } from '#domain/common/days.ts'
import type { SlotRecord } from '#domain/trail/slot-ranking.ts'
import { unnamedArtifact } from '#domain/trail/trail-slots.ts'
import {
  isNothingExpected,
  reportedVerdict,
  storedStatus,
  onOrgAnd,
} from '#server/database/conditions.ts'
import { isWholeDay, offsetPage, type PageOf, partialDaysOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type TrailFilters, trailsMatching } from './list-queries.ts'

interface Stretch {
  flowId: string
  from: number
  to: number
}

function trailsWithin(org: OrgDatabase, { flowId, from, to }: Stretch) {
  return org
    .selectFrom('trail')
    .innerJoin('trail_status', onOrgAnd('trail_status.trail_id', 'trail.id'))
    .where('trail.flow_id', '=', flowId)
    .where('trail.created_at', '>=', from)
    .where('trail.created_at', '<=', to)
}

/**
 * Counts trails begun on each UTC day of a window, by their current state; a day and state may have
 * several rows, which add up. Whole days are counted already; of the first and the last day, trails
 * are counted.
 */
export async function countTrailDays(org: OrgDatabase, { flowId, from, to }: Stretch) {
  const folded = org
    .selectFrom('trail_tally')
    .select(['day', 'state', 'count'])
    .where('flow_id', '=', flowId)
    .where(isWholeDay(sql.ref('day'), from, to))
  const waiting = org
    .selectFrom('trail_delta')
    .select(['day', 'state'])
    .select(sql<number>`sum(amount)::integer`.as('count'))
    .where('flow_id', '=', flowId)
    .where(isWholeDay(sql.ref('day'), from, to))
    .groupBy(['day', 'state'])
  const edges = partialDaysOf(sql.ref('trail.created_at'), from, to).map(({ day, holds }) =>
    trailsWithin(org, { flowId, from, to })
      .select([
        sql<number>`${day}::bigint`.as('day'),
        'trail_status.state',
        sql<number>`count(*)::integer`.as('count'),
      ])
      .where(holds)
      .groupBy('trail_status.state'),
  )
  const whole = folded.unionAll(waiting)
  const rows = await edges.reduce((counted, edge) => counted.unionAll(edge), whole).execute()
  return rows.map(({ day, state, count }) => ({ day: day * daySeconds, state, count }))
}

/** The newest trails of a window with their stored statuses, newest first. */
export function newestStatuses(org: OrgDatabase, stretch: Stretch, limit: number) {
  return trailsWithin(org, stretch)
    .select(['trail.id', 'trail.name', 'trail.created_at', ...storedStatus])
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest evidence of a window, by what it reported, with the slots it is for, newest first. */
export async function newestRecords(
  org: OrgDatabase,
  { flowId, from, to }: Stretch,
  limit: number,
): Promise<SlotRecord[]> {
  const rows = await org
    .selectFrom('attestation')
    .leftJoin('artifact', (join) =>
      join
        .onRef('artifact.org_id', '=', 'attestation.org_id')
        .onRef('artifact.flow_id', '=', 'attestation.flow_id')
        .onRef('artifact.fingerprint', '=', 'attestation.fingerprint')
        .onRef('artifact.trail_id', '=', 'attestation.trail_id'),
    )
    .select([
      'attestation.name',
      reportedVerdict().as('is_compliant'),
      'attestation.created_at',
      'attestation.fingerprint',
      'attestation.target_artifacts',
      'artifact.template_reference_name',
    ])
    // A decision of a person repairs nothing.
    .where('attestation.is_override', '=', false)
    .where('attestation.flow_id', '=', flowId)
    .where('attestation.created_at', '>=', from)
    .where('attestation.created_at', '<=', to)
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => {
    const named = row.target_artifacts.length > 0 ? row.target_artifacts : [null]
    const targets =
      row.fingerprint === null ? named : [row.template_reference_name ?? unnamedArtifact]
    return targets.map((target) => ({
      target,
      attestation_name: row.name,
      at: row.created_at,
      is_compliant: row.is_compliant,
    }))
  })
}

/** A failing or missing slot, as a filter of trails. */
export interface SlotTrouble {
  target: string | null
  attestation_name: string | null
  state: 'NON-COMPLIANT' | 'MISSING' | null
}

/** Condition that a stored status has a slot. Lax and silent: an invalid status has none. */
function hasTrouble({ target, attestation_name, state }: SlotTrouble) {
  const artifact =
    target === unnamedArtifact
      ? '$.artifacts_statuses.keyvalue() ? (@.key like_regex "^[0-9a-f]{64}")'
      : '$.artifacts_statuses.keyvalue() ? (@.key == $target)'
  const entry = {
    'NON-COMPLIANT': '@.is_compliant == false',
    MISSING: '@.status == "MISSING"',
    either: '(@.is_compliant == false || @.status == "MISSING")',
  }[state ?? 'either']
  const isNamed = '@.attestation_name == $name'
  const isTroubled = `${isNamed} && ${entry}`
  const isAmong = `exists(@.attestations_statuses[*] ? (${isTroubled}))`
  // Recent entries stand in place of those of their names.
  const [among, isRecent, isRecentTrouble] =
    target === null
      ? ['$', `exists($recent[*] ? (${isNamed}))`, `exists($recent[*] ? (${isTroubled}))`]
      : [
          `${artifact}.value`,
          `@.artifact_id == $recent[*] ? (${isNamed}).artifact_id`,
          `@.artifact_id == $recent[*] ? (${isTroubled}).artifact_id`,
        ]
  const path =
    attestation_name === null
      ? `${artifact}.value ? (@.status == "MISSING")`
      : `${among} ? ((${isRecentTrouble}) || (!(${isRecent}) && ${isAmong}))`
  const recent = sql.ref(`trail_status.${target === null ? 'recent' : 'recent_of_artifacts'}`)
  const values = sql`jsonb_build_object(
    'target', ${target}::text, 'name', ${attestation_name}::text, 'recent', ${recent})`
  const status = sql`trail_status.status::jsonb`
  return sql<boolean>`jsonb_path_exists(${status}, ${path}::jsonpath, ${values}, true)`
}

function troubledTrails(org: OrgDatabase, filters: TrailFilters, trouble: SlotTrouble | null) {
  const trails = trailsMatching(org, filters)
  return trouble ? trails.where(hasTrouble(trouble)) : trails
}

/** One page of matching trails with their stored status, newest first. */
export function listStatusRows(
  org: OrgDatabase,
  filters: TrailFilters,
  trouble: SlotTrouble | null,
  page: PageOf,
) {
  const rows = troubledTrails(org, filters, trouble)
    .select([
      'trail.id',
      'trail.name',
      'trail.git_commit_info',
      'trail.created_at',
      'trail_status.state',
      'trail_status.override_count',
      ...storedStatus,
    ])
    .select(isNothingExpected.as('nothing_expected'))
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
  return offsetPage(rows, page).execute()
}

/** Counts matching trails. */
export async function countTroubled(
  org: OrgDatabase,
  filters: TrailFilters,
  trouble: SlotTrouble | null,
): Promise<number> {
  const { total } = await troubledTrails(org, filters, trouble)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
