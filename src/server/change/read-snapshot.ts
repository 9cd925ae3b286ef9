import type { Snapshot, SnapshotArtifact } from '#contract/snapshot.ts'
import type { EnvironmentRow } from '../environment/queries.ts'
import type { OrgContext } from '../handler.ts'
import { entriesOf, snapshotArtifact, type SnapshotEntry } from '../snapshot/item.ts'
import { membersOfSnapshot } from '../snapshot/member-queries.ts'
import type { SnapshotRow } from '../snapshot/queries.ts'
import { listRunningAround } from '../snapshot/running-queries.ts'
import { loadProvenance } from './provenance.ts'

type Place = Pick<EnvironmentRow, 'id' | 'number' | 'type'>

/** The artifacts of a physical environment's snapshot, with what the flows know of them. */
async function artifactsOfPhysical(
  context: OrgContext,
  { id, number }: Place,
  index: number,
  see: (entries: SnapshotEntry[]) => SnapshotEntry[] = (entries) => entries,
): Promise<SnapshotArtifact[]> {
  const place = { environment_id: id, environment_number: number }
  const entries = see(entriesOf(await listRunningAround(context.org, place, index), index))
  const runningNow = new Set(entries.flatMap(({ now }) => now?.fingerprint ?? []))
  const rows = entries.map(({ row }) => row)
  const provenance = await loadProvenance(context, id, runningNow, rows)
  return entries.map((entry) => snapshotArtifact(entry, provenance.of(entry.row)))
}

/** What a member runs, where the logical environment's snapshot before showed the same. */
const asBefore = (entries: SnapshotEntry[]) =>
  entries.filter(({ now }) => now).map((entry) => ({ ...entry, before: entry.now }))

/** The artifacts of a snapshot; of a logical environment, those of its members (wire.md 15.4). */
export async function artifactsOfSnapshot(
  context: OrgContext,
  environment: Place,
  index: number,
): Promise<SnapshotArtifact[]> {
  if (environment.type !== 'logical') return artifactsOfPhysical(context, environment, index)
  const members = await membersOfSnapshot(context.org, environment.id, index)
  const artifacts: SnapshotArtifact[] = []
  for (const { name, member_id, member_index, from_index, number, type } of members) {
    if (member_index === 0) continue
    const member = { id: member_id, number, type }
    const see = from_index === index ? undefined : asBefore
    const own = await artifactsOfPhysical(context, member, member_index, see)
    artifacts.push(...own.map((artifact) => ({ ...artifact, environment_name: name })))
  }
  return artifacts
}

/** A snapshot as it is read (wire.md 15.3). */
export async function readSnapshot(
  context: OrgContext,
  environment: Place & { name: string },
  snapshot: SnapshotRow,
): Promise<Snapshot> {
  const { index, created_at, next_at, state } = snapshot
  const artifacts = await artifactsOfSnapshot(context, environment, index)
  return {
    index,
    is_latest: next_at === null,
    next_snapshot_timestamp: next_at,
    artifact_compliance_count: countVerdicts(artifacts),
    timestamp: created_at,
    type: environment.type,
    compliant: state === true,
    state,
    html_url: context.links.snapshot(context.orgName, environment.name, index),
    artifacts,
    applied_policies: [],
    user_id: snapshot.reported_by_id,
    user_name: snapshot.reported_by,
  }
}

function countVerdicts(artifacts: readonly SnapshotArtifact[]) {
  const counts = { true: 0, false: 0, null: 0 }
  for (const { compliant, annotation } of artifacts) {
    if (annotation.now > 0) counts[`${compliant}`] += 1
  }
  return counts
}
