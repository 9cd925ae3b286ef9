import type { SnapshotArtifact, SnapshotItem } from '#contract/snapshot/snapshot.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { policyEvaluations } from '#domain/policy/policy-evaluations.ts'
import { startedType, verdictChangeType } from '#domain/snapshot/compare-reports.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import { environmentFailureReasons } from '#domain/verdict/failure-reasons.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf, qualifiersOfArtifact } from '#domain/verdict/qualifiers.ts'
import type { ArtifactVerdict } from '#domain/verdict/verdict.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { EnvironmentRow } from '#server/environment/queries.ts'
import { type VerdictRow, listVerdictsIn } from '#server/evaluation/verdict-queries.ts'
import { membersOfSnapshot } from './member-queries.ts'
import { type SnapshotRow, findOrigin } from './queries.ts'
import type { RunningRow, ShortRow } from './running-queries.ts'

/** An artifact of a snapshot before and now; `row` is the newer of the two. */
export interface SnapshotEntry<Row = RunningRow> {
  before: Row | null
  now: Row | null
  row: Row
  /** Null without policies. */
  verdicts: { before: VerdictRow | null; now: VerdictRow | null }
}

/** The verdict shown for an artifact; if it exited, its last one. */
export const verdictOf = ({ now, verdicts }: Pick<SnapshotEntry<unknown>, 'now' | 'verdicts'>) =>
  now ? verdicts.now : verdicts.before

/** Pairs the rows of two snapshots by artifact, with their verdicts. An index of 0 is none. */
function entriesOf<Row extends ShortRow>(
  rows: readonly Row[],
  verdicts: readonly VerdictRow[],
  indexes: { before: number; now: number },
): SnapshotEntry<Row>[] {
  const verdictsByKey = {
    before: new Map<string, VerdictRow>(),
    now: new Map<string, VerdictRow>(),
  }
  for (const verdict of verdicts) {
    const key = runningKey(verdict)
    if (isAt(verdict, indexes.before)) verdictsByKey.before.set(key, verdict)
    if (isAt(verdict, indexes.now)) verdictsByKey.now.set(key, verdict)
  }
  const entries = new Map<string, SnapshotEntry<Row>>()
  for (const row of rows) {
    const key = runningKey(row)
    const { before = null, now = null } = entries.get(key) ?? {}
    const entry = {
      before: isAt(row, indexes.before) ? row : before,
      now: isAt(row, indexes.now) ? row : now,
      verdicts: {
        before: verdictsByKey.before.get(key) ?? null,
        now: verdictsByKey.now.get(key) ?? null,
      },
    }
    entries.set(key, { ...entry, row: entry.now ?? row })
  }
  return [...entries.values()]
}

const isAt = ({ from_index, to_index }: Pick<ShortRow, 'from_index' | 'to_index'>, at: number) =>
  from_index <= at && (to_index === null || to_index > at)

/**
 * Annotates an artifact of a snapshot against the one before.
 * @param cause of the snapshot, null for a report
 */
export function annotationOf(
  {
    before,
    now,
    verdicts,
  }: Pick<SnapshotEntry<{ instance_count: number }>, 'before' | 'now' | 'verdicts'>,
  cause: VerdictCause | null,
): SnapshotArtifact['annotation'] {
  const counts = { was: before?.instance_count ?? 0, now: now?.instance_count ?? 0 }
  if (!now) return { type: 'exited', ...counts }
  const compliant = verdicts.now?.compliant ?? null
  if (!before) return { type: startedType(compliant), ...counts }
  const isSame = compliant === (verdicts.before?.compliant ?? null)
  return { type: isSame ? 'unchanged' : verdictChangeType(cause), ...counts }
}

/** Build of an artifact by a flow, as snapshots show it. */
export type FlowOfArtifact = SnapshotArtifact['flows'][number]

/** Serializes an artifact of a snapshot; the first flow fills its own fields. */
export function snapshotArtifact(
  entry: SnapshotEntry,
  flows: readonly FlowOfArtifact[],
  {
    cause,
    tree,
    limits,
  }: {
    cause: VerdictCause | null
    tree: ArtifactVerdict | null
    limits: EvidenceLimits
  },
): SnapshotArtifact {
  const { row } = entry
  const recorded = verdictOf(entry)
  const [first] = flows
  return {
    name: row.name,
    fingerprint: row.fingerprint,
    compliant: recorded?.compliant ?? null,
    qualifiers: qualifiersOfArtifact(recorded?.carriers ?? null, limits),
    deployments: [],
    policy_decisions: tree ? policyEvaluations(tree) : [],
    reasons_for_incompliance: tree ? environmentFailureReasons(tree) : [],
    ...row.detail,
    annotation: annotationOf(entry, cause),
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

/**
 * Serializes an item of the list of snapshots. What carries the state of the one in force changes
 * without another, and its evidence ages; of others it is as when they began.
 * @param limits as of now
 */
export function snapshotItem(row: SnapshotRow, limits: EvidenceLimits): SnapshotItem {
  const { index, created_at, next_at, state, carriers, carriers_now } = row
  return {
    index,
    from: created_at,
    to: next_at ?? 0,
    compliant: state === true,
    state,
    qualifiers:
      next_at === null
        ? qualifiersOf(carriers_now, limits)
        : qualifiersOf(carriers, { ...limits, now: created_at }),
    duration: Math.max(0, (next_at ?? limits.now) - created_at),
  }
}

/** An environment whose snapshots are read. */
export type SnapshotEnvironment = Pick<EnvironmentRow, 'id' | 'number' | 'type'>

/** Artifacts of one physical environment in a snapshot. */
export interface EnvironmentEntries<Row> {
  environmentId: string
  /** Name of the member of a logical environment. */
  member: string | null
  entries: SnapshotEntry<Row>[]
  /** Cause of its snapshot; null for a report. */
  cause: VerdictCause | null
}

type ListRows<Row> = (
  org: OrgDatabase,
  subject: { environment_id: string; environment_number: number },
  indexes: readonly number[],
) => Promise<Row[]>

/**
 * Pairs the artifacts of a snapshot with the one before; of a logical environment, those of its
 * members by name, whichever snapshots of them it showed then and shows now.
 */
export async function entriesOfSnapshot<Row extends ShortRow>(
  org: OrgDatabase,
  { id, number, type }: SnapshotEnvironment,
  index: number,
  list: ListRows<Row>,
): Promise<EnvironmentEntries<Row>[]> {
  const read = async (of: SnapshotEnvironment, indexes: { before: number; now: number }) => {
    const subject = { environment_id: of.id, environment_number: of.number }
    const both = [indexes.before, indexes.now]
    const [rows, verdicts, origin] = await Promise.all([
      list(org, subject, both),
      listVerdictsIn(org, subject, both),
      findOrigin(org, of.id, indexes.now),
    ])
    return { entries: entriesOf(rows, verdicts, indexes), cause: origin?.cause ?? null }
  }
  if (type !== 'logical') {
    const own = await read({ id, number, type }, { before: index - 1, now: index })
    return [{ environmentId: id, member: null, ...own }]
  }
  const before = await membersOfSnapshot(org, id, index - 1)
  const now = await membersOfSnapshot(org, id, index)
  const indexIn = (members: typeof now, memberId: string) =>
    members.find(({ member_id }) => member_id === memberId)?.member_index ?? 0
  const members = new Map([...now, ...before].map((member) => [member.member_id, member]))
  const shown: EnvironmentEntries<Row>[] = []
  for (const member of [...members.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { member_id, name } = member
    const indexes = { before: indexIn(before, member_id), now: indexIn(now, member_id) }
    const own = await read({ ...member, id: member_id }, indexes)
    shown.push({ environmentId: member_id, member: name, ...own })
  }
  return shown
}
