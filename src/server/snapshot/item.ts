import type { SnapshotArtifact, SnapshotItem } from '#contract/snapshot.ts'
import { runningKey } from '#domain/reported-artifacts.ts'
import { startedType } from '#domain/snapshot-change.ts'
import type { SnapshotRow } from './queries.ts'
import type { RunningRow, ShortRow } from './running-queries.ts'

/** An artifact of a snapshot as it was before and as it is; `row` is the newer of the two. */
export interface SnapshotEntry<Row = RunningRow> {
  before: Row | null
  now: Row | null
  row: Row
}

/** Pairs the rows of two snapshots by artifact, in their order. An index of 0 is none. */
export function entriesOf<Row extends ShortRow>(
  rows: readonly Row[],
  indexes: { before: number; now: number },
): SnapshotEntry<Row>[] {
  const entries = new Map<string, SnapshotEntry<Row>>()
  for (const row of rows) {
    const key = runningKey(row)
    const isAt = (at: number) =>
      row.from_index <= at && (row.to_index === null || row.to_index > at)
    const { before = null, now = null } = entries.get(key) ?? {}
    const entry = {
      before: isAt(indexes.before) ? row : before,
      now: isAt(indexes.now) ? row : now,
    }
    entries.set(key, { ...entry, row: entry.now ?? row })
  }
  return [...entries.values()]
}

/** What a snapshot says of an artifact against the one before (wire.md 15.3). */
export function annotationOf({
  before,
  now,
}: Pick<
  SnapshotEntry<{ instance_count: number }>,
  'before' | 'now'
>): SnapshotArtifact['annotation'] {
  const counts = { was: before?.instance_count ?? 0, now: now?.instance_count ?? 0 }
  if (!now) return { type: 'exited', ...counts }
  return { type: before ? 'unchanged' : startedType(null), ...counts }
}

/** How a flow built an artifact, as a snapshot tells it. */
export type FlowOfArtifact = SnapshotArtifact['flows'][number]

/** An artifact of a snapshot; the first flow fills its own fields (wire.md 15.3). */
export function snapshotArtifact(
  entry: SnapshotEntry,
  flows: readonly FlowOfArtifact[],
): SnapshotArtifact {
  const { row } = entry
  const [first] = flows
  return {
    name: row.name,
    fingerprint: row.fingerprint,
    compliant: null,
    deployments: [],
    policy_decisions: [],
    reasons_for_incompliance: [],
    ...row.detail,
    annotation: annotationOf(entry),
    flow_name: first?.flow_name ?? '',
    git_commit: first?.git_commit ?? '',
    commit_url: first?.commit_url ?? '',
    html_url: first?.html_url ?? '',
    flow_html_url: first?.flow_html_url ?? '',
    deployment_diff: first?.deployment_diff ?? null,
    commit_lead_time: first?.commit_lead_time ?? null,
    flows: [...flows],
  }
}

/** An item of the list of snapshots (wire.md 15). @param now Unix seconds */
export function snapshotItem(row: SnapshotRow, now: number): SnapshotItem {
  const { index, created_at, next_at, state } = row
  return {
    index,
    from: created_at,
    to: next_at ?? 0,
    compliant: state === true,
    state,
    duration: Math.max(0, (next_at ?? now) - created_at),
  }
}
