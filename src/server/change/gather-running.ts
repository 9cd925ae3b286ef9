import type { SnapshotArtifact } from '#contract/snapshot.ts'
import { logicalState } from '#domain/environment-state.ts'

/** An artifact that runs, once for all its instances. */
export type Gathered = SnapshotArtifact & { instance_count: number }

/** What runs: one artifact of several members of a logical environment is one, with all instances. */
export function gatherRunning(artifacts: readonly SnapshotArtifact[]): Gathered[] {
  const found = new Map<string, Gathered>()
  for (const artifact of artifacts) {
    if (artifact.annotation.now === 0) continue
    const key = `${artifact.fingerprint} ${artifact.name}`
    const same = found.get(key)
    found.set(key, {
      ...artifact,
      compliant: same ? logicalState([same.compliant, artifact.compliant]) : artifact.compliant,
      creationTimestamp: [...(same?.creationTimestamp ?? []), ...artifact.creationTimestamp],
      pods: artifact.pods ? { ...same?.pods, ...artifact.pods } : (same?.pods ?? null),
      instance_count: (same?.instance_count ?? 0) + artifact.annotation.now,
    })
  }
  return [...found.values()]
}
