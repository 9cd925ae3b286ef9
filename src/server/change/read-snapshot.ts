import type { Snapshot, SnapshotArtifact } from '#contract/snapshot.ts'
import type { OrgContext } from '../handler.ts'
import { snapshotArtifact } from '../snapshot/item.ts'
import type { SnapshotRow } from '../snapshot/queries.ts'
import { listRunningIn } from '../snapshot/running-queries.ts'
import { loadProvenance } from './provenance.ts'
import { entriesOfSnapshot, type SnapshotPlace } from './snapshot-entries.ts'

/** The artifacts of a snapshot with what the flows know of them. */
export async function artifactsOfSnapshot(
  context: OrgContext,
  environment: SnapshotPlace,
  index: number,
): Promise<SnapshotArtifact[]> {
  const artifacts: SnapshotArtifact[] = []
  const shown = await entriesOfSnapshot(context.org, environment, index, listRunningIn)
  for (const { environmentId, member, entries } of shown) {
    const runningNow = new Set(entries.flatMap(({ now }) => now?.fingerprint ?? []))
    const rows = entries.map(({ row }) => row)
    const provenance = await loadProvenance(context, environmentId, runningNow, rows)
    for (const entry of entries) {
      const artifact = snapshotArtifact(entry, provenance.of(entry.row))
      artifacts.push(member === null ? artifact : { ...artifact, environment_name: member })
    }
  }
  return artifacts
}

/** A snapshot as it is read (wire.md 15.3). */
export async function readSnapshot(
  context: OrgContext,
  environment: SnapshotPlace & { name: string },
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
