import type { ChangedItem, DiffItem, SnapshotDiff } from '#contract/snapshot-diff.ts'
import { compareSnapshots } from '#domain/snapshot-difference.ts'
import type { OrgContext } from '../handler.ts'
import { type Gathered, gatherRunning } from './gather-running.ts'
import { artifactsOfSnapshot } from './read-snapshot.ts'
import { snapshotOfFull } from './snapshot-path.ts'

const side = (artifact: Gathered) => ({
  fingerprint: artifact.fingerprint,
  name: artifact.name,
  flow: artifact.flow_name,
  commit_url: artifact.commit_url,
  most_recent_timestamp: artifact.creationTimestamp.reduce((a, b) => Math.max(a, b), 0),
  ...(artifact.pods && { pods: Object.keys(artifact.pods) }),
})

const item = (artifact: Gathered): DiffItem => ({
  ...side(artifact),
  instance_count: artifact.instance_count,
})

const changed = ({ first, second }: { first: Gathered; second: Gathered }): ChangedItem => ({
  ...side(second),
  s1_instance_count: first.instance_count,
  s2_instance_count: second.instance_count,
})

/** Compares two snapshots, of one environment or of two (wire.md 15.3). @throws Problem 400, 404 */
export async function diffSnapshots(
  context: OrgContext,
  asked: { snappish1: string; snappish2: string },
): Promise<SnapshotDiff> {
  const read = async (field: 'snappish1' | 'snappish2') => {
    const { environment, snapshot } = await snapshotOfFull(context, field, asked[field])
    const artifacts = await artifactsOfSnapshot(context, environment, snapshot.index)
    return { id: `${environment.name}#${snapshot.index}`, artifacts: gatherRunning(artifacts) }
  }
  const [one, two] = [await read('snappish1'), await read('snappish2')]
  const difference = compareSnapshots(one.artifacts, two.artifacts)
  return {
    snappish1: { snapshot_id: one.id, artifacts: difference.onlyFirst.map(item) },
    snappish2: { snapshot_id: two.id, artifacts: difference.onlySecond.map(item) },
    changed: { artifacts: difference.changed.map(changed) },
    'not-changed': { artifacts: difference.unchanged.map(item) },
  }
}
