import type { Snapshot, SnapshotArtifact } from '#contract/snapshot.ts'
import { dumpPolicy } from '#domain/policy-decisions.ts'
import type { OrgContext } from '../handler.ts'
import { snapshotArtifact, verdictOf } from '../snapshot/item.ts'
import type { SnapshotRow } from '../snapshot/queries.ts'
import { listRunningIn } from '../snapshot/running-queries.ts'
import { readVerdicts } from '../snapshot/verdict-queries.ts'
import { listApplied } from './applied-policies.ts'
import type { Named } from './load-asked.ts'
import { loadProvenance } from './provenance.ts'
import { entriesOfSnapshot, type SnapshotPlace } from './snapshot-entries.ts'

const nameOf = ({ name, fingerprint }: Named) => ({ name, fingerprint })

/** The artifacts of a snapshot with what the flows know of them. */
export async function artifactsOfSnapshot(
  context: OrgContext,
  environment: SnapshotPlace,
  index: number,
): Promise<SnapshotArtifact[]> {
  const artifacts: SnapshotArtifact[] = []
  const shown = await entriesOfSnapshot(context.org, environment, index, listRunningIn)
  const verdicts = await readVerdicts(
    context.org,
    shown.flatMap(({ entries }) => entries.map((entry) => verdictOf(entry)?.hash)),
  )
  for (const { environmentId, member, entries, cause } of shown) {
    const runningNow = new Set(entries.flatMap(({ now }) => now?.fingerprint ?? []))
    const rows = entries.map(({ row }) => row)
    const provenance = await loadProvenance(context, environmentId, runningNow, rows)
    for (const entry of entries) {
      const verdict = verdicts.get(verdictOf(entry)?.hash ?? '')
      const tree = verdict ? { ...verdict, ...nameOf(entry.row) } : null
      const artifact = snapshotArtifact(entry, provenance.of(entry.row), { cause, tree })
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
    applied_policies: await appliedTo(context, environment, index, artifacts),
    user_id: snapshot.reported_by_id,
    user_name: snapshot.reported_by,
  }
}

/** The policy versions of a snapshot with the artifacts that each fails (wire.md 15.3). */
async function appliedTo(
  { org }: OrgContext,
  environment: SnapshotPlace,
  index: number,
  artifacts: readonly SnapshotArtifact[],
): Promise<Snapshot['applied_policies']> {
  const applied = await listApplied(org, environment, index)
  return applied.map(({ document, ...policy }) => {
    const failing = artifacts.filter(
      ({ annotation, policy_decisions }) =>
        annotation.now > 0 &&
        policy_decisions.some(
          (one) =>
            one.policy_name === policy.name &&
            one.policy_version === policy.version &&
            one.status === 'NON-COMPLIANT',
        ),
    )
    const failing_artifacts = [...new Set(failing.map(({ fingerprint }) => fingerprint))].sort()
    return { ...policy, policy_dump: dumpPolicy(document), failing_artifacts }
  })
}

function countVerdicts(artifacts: readonly SnapshotArtifact[]) {
  const counts = { true: 0, false: 0, null: 0 }
  for (const { compliant, annotation } of artifacts) {
    if (annotation.now > 0) counts[`${compliant}`] += 1
  }
  return counts
}
