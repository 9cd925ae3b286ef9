import type { SnapshotArtifact, Snapshot } from '#contract/snapshot/snapshot.ts'
import { dumpPolicy } from '#domain/policy/policy-evaluations.ts'
import type { NamedArtifact } from '#server/evaluation/policy-input.ts'
import { readVerdicts } from '#server/evaluation/verdict-queries.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listApplied } from './compare-rules.ts'
import { loadProvenance } from './load-provenance.ts'
import type { SnapshotRow } from './queries.ts'
import { listRunningIn } from './running-queries.ts'
import {
  type SnapshotEnvironment,
  entriesOfSnapshot,
  verdictOf,
  snapshotArtifact,
  snapshotItem,
} from './snapshot-entries.ts'

const nameOf = ({ name, fingerprint }: NamedArtifact) => ({ name, fingerprint })

/** Reads the artifacts of a snapshot with their provenance; evidence is as old as when it ended. */
export async function artifactsOfSnapshot(
  context: OrgContext,
  environment: SnapshotEnvironment,
  { index, next_at }: Pick<SnapshotRow, 'index' | 'next_at'>,
): Promise<SnapshotArtifact[]> {
  const artifacts: SnapshotArtifact[] = []
  const shown = await entriesOfSnapshot(context.org, environment, index, listRunningIn)
  const verdicts = await readVerdicts(
    context.org,
    shown.flatMap(({ entries }) => entries.map((entry) => verdictOf(entry)?.hash)),
  )
  const limits = await evidenceLimits(context.org, next_at ?? context.clock())
  for (const { environmentId, member, entries, cause } of shown) {
    const runningNow = new Set(entries.flatMap(({ now }) => now?.fingerprint ?? []))
    const rows = entries.map(({ row }) => row)
    const provenance = await loadProvenance(context, environmentId, runningNow, rows)
    for (const entry of entries) {
      const verdict = verdicts.get(verdictOf(entry)?.hash ?? '')
      const tree = verdict ? { ...verdict, ...nameOf(entry.row) } : null
      const artifact = snapshotArtifact(entry, provenance.of(entry.row), {
        cause,
        tree,
        limits,
      })
      artifacts.push(member === null ? artifact : { ...artifact, environment_name: member })
    }
  }
  return artifacts
}

/** Reads a whole snapshot. */
export async function readSnapshot(
  context: OrgContext,
  environment: SnapshotEnvironment & { name: string },
  snapshot: SnapshotRow,
): Promise<Snapshot> {
  const { index, created_at, next_at, state } = snapshot
  const artifacts = await artifactsOfSnapshot(context, environment, snapshot)
  const applied = await listApplied(context.org, { environment, snapshot })
  const limits = await evidenceLimits(context.org, context.clock())
  const { qualifiers } = snapshotItem(snapshot, limits)
  return {
    index,
    is_latest: next_at === null,
    next_snapshot_timestamp: next_at,
    artifact_compliance_count: countVerdicts(artifacts),
    timestamp: created_at,
    type: snapshot.type,
    compliant: state === true,
    state,
    qualifiers,
    html_url: context.links.snapshot(context.orgName, environment.name, index),
    artifacts,
    applied_policies: withFailing(applied, artifacts),
    user_id: snapshot.reported_by_id,
    user_name: snapshot.reported_by,
  }
}

/** Returns the policy versions of a snapshot with the artifacts that fail each. */
function withFailing(
  applied: Awaited<ReturnType<typeof listApplied>>,
  artifacts: readonly SnapshotArtifact[],
): Snapshot['applied_policies'] {
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
