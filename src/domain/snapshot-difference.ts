import { runningKey } from './reported-artifacts.ts'

/** An artifact on one side of a comparison. */
export interface Compared {
  name: string
  fingerprint: string
  instance_count: number
}

/** What two snapshots have and have not in common (wire.md 15.3), each by fingerprint, then name. */
export interface SnapshotDifference<A> {
  onlyFirst: A[]
  onlySecond: A[]
  /** In both, with another number of instances. */
  changed: { first: A; second: A }[]
  /** In both alike: as the second has it. */
  unchanged: A[]
}

const order = (a: Compared, b: Compared) => {
  if (a.fingerprint !== b.fingerprint) return a.fingerprint < b.fingerprint ? -1 : 1
  return a.name < b.name ? -1 : 1
}

/** Compares what ran in two snapshots; turned round, the sides swap and nothing else. */
export function compareSnapshots<A extends Compared>(
  first: readonly A[],
  second: readonly A[],
): SnapshotDifference<A> {
  const inSecond = new Map(second.map((artifact) => [runningKey(artifact), artifact]))
  const difference: SnapshotDifference<A> = {
    onlyFirst: [],
    onlySecond: [],
    changed: [],
    unchanged: [],
  }
  for (const artifact of [...first].sort(order)) {
    const key = runningKey(artifact)
    const same = inSecond.get(key)
    if (!same) difference.onlyFirst.push(artifact)
    else if (same.instance_count === artifact.instance_count) difference.unchanged.push(same)
    else difference.changed.push({ first: artifact, second: same })
    inSecond.delete(key)
  }
  difference.onlySecond.push(...[...inSecond.values()].sort(order))
  return difference
}
