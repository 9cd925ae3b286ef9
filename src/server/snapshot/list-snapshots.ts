import type { QueryOf } from '#contract/common/endpoint.ts'
import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { ArtifactChange } from '#contract/snapshot/artifact-change.ts'
import type {
  listSnapshotSummaries,
  SnapshotRow as SnapshotListRow,
  SnapshotSummary,
} from '#contract/snapshot/snapshot-page.ts'
import type { PairedEvents } from '#domain/event/pair-events.ts'
import type { SnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { type BuiltEvent, readChanges } from '#server/event/read-changes.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { memberStepsIn } from './member-queries.ts'
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
  const shown = await changesOfSnapshots(org, { id, type }, rows)
  const data = rows.map((row) => ({
    ...summaryOf(row, limits),
    flipped_from: flippedFrom(row, limits),
    ...(shown.get(row.index) ?? { changes: [], change_count: 0 }),
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
 * The common fields of a snapshot in lists and on pages.
 * @param limits as of now
 */
export function summaryOf(row: SnapshotRow, limits: EvidenceLimits): SnapshotSummary {
  const { index, from, state, qualifiers, duration } = snapshotItem(row, limits)
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
    qualifiers,
    reported_by: row.reported_by,
  }
}

/** Changes that a list tells of a snapshot; the rest are counted. */
const maxChanges = 3

type ShownChanges = Pick<SnapshotListRow, 'changes' | 'change_count'>

interface Step {
  environment_id: string
  index: number
  member: string | null
}

/** Reads what changed in some snapshots of an environment, by index. */
async function changesOfSnapshots(
  org: OrgDatabase,
  environment: { id: string; type: EnvironmentType },
  rows: readonly SnapshotRow[],
): Promise<Map<number, ShownChanges>> {
  if (rows.length === 0) return new Map()
  const steps = await stepsOf(org, environment, rows)
  const keys = rows.flatMap(({ index, is_flip, state }) =>
    (steps.get(index) ?? []).map((step) => ({
      ...step,
      ...(is_flip && { flippedTo: state }),
    })),
  )
  const changes = await readChanges(org, keys)
  return new Map(
    rows.map((row) => {
      const all = (steps.get(row.index) ?? []).flatMap((step) =>
        changes.of(step).map((change) => ({ ...change, member: step.member })),
      )
      if (!isWhole(row, all)) return [row.index, { changes: [], change_count: 0 }]
      return [
        row.index,
        { changes: all.slice(0, maxChanges).map(serializeChange), change_count: all.length },
      ]
    }),
  )
}

/** The snapshots of physical environments of which snapshots consist, by index. */
async function stepsOf(
  org: OrgDatabase,
  { id, type }: { id: string; type: EnvironmentType },
  rows: readonly SnapshotRow[],
): Promise<Map<number, Step[]>> {
  const indexes = rows.map(({ index }) => index)
  if (type !== 'logical') {
    return new Map(indexes.map((index) => [index, [{ environment_id: id, index, member: null }]]))
  }
  const range = { first: Math.min(...indexes), last: Math.max(...indexes) }
  const steps = new Map<number, Step[]>()
  for (const step of await memberStepsIn(org, id, range)) {
    const { member_id, member_index: index, name } = step
    const own = steps.get(step.from_index) ?? []
    steps.set(step.from_index, [...own, { environment_id: member_id, index, member: name }])
  }
  return steps
}

/** Whether the events of a snapshot are all that it counts. */
function isWhole(
  row: SnapshotRow,
  changes: readonly Pick<PairedEvents<BuiltEvent>, 'event' | 'exit'>[],
): boolean {
  const exits = changes.filter(({ event, exit }) => exit !== null || event.type === 'exited')
  const starts = changes.filter(({ event }) => event.type.startsWith('started'))
  return exits.length === row.exited_count && starts.length === row.started_count
}

function serializeChange({
  event,
  exit,
  member,
}: PairedEvents<BuiltEvent> & { member: string | null }): ArtifactChange {
  const [flow] = event.flows
  return {
    kind: kindOf(event, exit),
    name: event.name,
    fingerprint: event.fingerprint,
    compliant: event.compliant,
    replaced: exit?.name ?? null,
    flow_name: flow?.flow_name ?? null,
    trail_name: flow?.trail_name ?? null,
    member,
  }
}

function kindOf({ type }: BuiltEvent, exit: BuiltEvent | null): ArtifactChange['kind'] {
  if (exit) return 'replaced'
  if (type === 'exited') return 'exited'
  return type.startsWith('started') ? 'started' : 'changed'
}
