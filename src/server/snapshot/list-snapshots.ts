import type { QueryOf } from '#contract/common/endpoint.ts'
import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import type {
  listSnapshotSummaries,
  SnapshotRow as SnapshotListRow,
  SnapshotSummary,
} from '#contract/snapshot/snapshot-page.ts'
import type { SnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { changesOfSnapshots } from './changes-of-snapshots.ts'
import { indexAt, listSnapshotRows, pageOfState, type SnapshotRow, stateOf } from './queries.ts'
import { snapshotItem } from './snapshot-entries.ts'

type Query = QueryOf<typeof listSnapshotSummaries>

const stateOfVerdict: Record<EnvironmentVerdict, boolean | null> = {
  COMPLIANT: true,
  'NON-COMPLIANT': false,
  UNKNOWN: null,
}

/**
 * Returns a page of an environment's snapshots, newest first, found by arithmetic.
 * @throws Problem 404
 */
export async function pageOfSnapshots(
  context: OrgContext,
  name: string,
  query: Query,
): Promise<{ data: SnapshotListRow[]; total: number }> {
  const { org } = context
  const { id, type } = await environmentOfPath(context, name)
  const range = await rangeInForce(context, id, query)
  const { rows, total } = query.verdict
    ? await pageOfState(org, id, stateOfVerdict[query.verdict], range, query)
    : {
        rows: await listSnapshotRows(org, id, range, query, false),
        total: Math.max(0, range.last - range.first + 1),
      }
  const limits = await evidenceLimits(org, context.clock())
  const told = await changesOfSnapshots(org, { id, type }, rows)
  const data = rows.map((row) => ({
    ...summaryOf(row, limits),
    flipped_from: flippedFrom(row, limits),
    ...(told.get(row.index) ?? { changes: [], change_count: 0 }),
  }))
  return { data, total }
}

function flippedFrom(row: SnapshotRow, limits: EvidenceLimits): SnapshotListRow['flipped_from'] {
  if (!row.is_flip || row.previous_at === null) return null
  const at = { ...limits, now: row.previous_at }
  return { state: row.previous_state, qualifiers: qualifiersOf(row.previous_carriers, at) }
}

/** Returns the indexes of the snapshots in force in a window. */
async function rangeInForce(
  { org }: OrgContext,
  id: string,
  { from_timestamp: from, to_timestamp: to }: Query,
): Promise<SnapshotRange> {
  const { snapshot_index: newest } = await stateOf(org, id)
  const none = { first: 1, last: 0 }
  if (from != null && to != null && from > to) return none
  return {
    first: from == null ? 1 : Math.max(1, await indexAt(org, id, from)),
    last: to == null ? newest : await indexAt(org, id, to),
  }
}

/**
 * The common fields of a snapshot in lists and on pages; evidence is as old as when it began.
 * @param limits as of now
 */
export function summaryOf(row: SnapshotRow, limits: EvidenceLimits): SnapshotSummary {
  const { index, from, state, duration } = snapshotItem(row, limits.now)
  return {
    index,
    from,
    to: row.next_at,
    duration,
    state,
    running_count: row.running_count,
    started_count: row.started_count,
    exited_count: row.exited_count,
    changed_count: row.changed_count,
    cause: row.cause,
    qualifiers: qualifiersOf(row.carriers, { ...limits, now: row.created_at }),
    reported_by: row.reported_by,
  }
}
