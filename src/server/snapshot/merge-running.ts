import type { SnapshotArtifact } from '#contract/snapshot/snapshot.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import { logicalState } from '#domain/verdict/verdict.ts'

/** A running artifact, once for all its instances. */
export type MergedArtifact = SnapshotArtifact & { instance_count: number }

/**
 * Merges an artifact of several members of a logical environment into one, with all instances.
 * @param memberOf where an artifact stays apart; by default nowhere
 */
export function mergeRunning(
  artifacts: readonly SnapshotArtifact[],
  memberOf: (artifact: Pick<SnapshotArtifact, 'environment_name'>) => string = () => '',
): MergedArtifact[] {
  const found = new Map<string, MergedArtifact>()
  for (const artifact of artifacts) {
    if (artifact.annotation.now === 0) continue
    const key = `${runningKey(artifact)} ${memberOf(artifact)}`
    const same = found.get(key)
    found.set(key, {
      ...artifact,
      compliant: same ? logicalState([same.compliant, artifact.compliant]) : artifact.compliant,
      creationTimestamp: [...(same?.creationTimestamp ?? []), ...artifact.creationTimestamp],
      pods: artifact.pods ? { ...same?.pods, ...artifact.pods } : (same?.pods ?? null),
      policy_decisions: [...(same?.policy_decisions ?? []), ...artifact.policy_decisions],
      instance_count: (same?.instance_count ?? 0) + artifact.annotation.now,
    })
  }
  return [...found.values()]
}
