import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import { artifactOnTrail } from '#server/artifact/find-artifact.ts'
import { ensureFlow } from '#server/flow/change-flow.ts'
import { Problem } from '#server/platform/problem.ts'
import { recordRepo } from '#server/repo/record-repo.ts'
import { requireInView } from '#server/request/access.ts'
import { ensureTrail } from '#server/trail/begin-trail.ts'
import type { LockedTarget } from '#server/trail/target-queries.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { Scope } from './queries.ts'

import { type Appended, appendAttestation } from './append-attestation.ts'

/** An attestation report with its verdict. */
export interface Report extends Omit<Appended, 'scopes' | 'override'> {
  flow_name: string
  trail_name: string
}

/** Returns the scopes of a payload. @throws Problem 400 */
export function scopesOf(payload: CommonPayload): Scope[] {
  const { attestation_name, artifact_fingerprint, target_artifacts, git_commit_info } = payload
  if (artifact_fingerprint) return [{ kind: 'artifact', fingerprint: artifact_fingerprint }]
  if (!target_artifacts?.length) return [{ kind: 'trail' }]
  const commit = git_commit_info?.sha1
  if (!commit) {
    throw new Problem(
      400,
      `Attestation '${attestation_name}' requires at least one of: artifact_fingerprint or git_commit_info.`,
    )
  }
  return [...new Set(target_artifacts)].map((name) => ({ kind: 'target', name, commit }))
}

/**
 * Accepts an attestation report.
 * @param locked - its flow, repository and trail, as far as they were found and locked before
 * @returns its id
 * @throws Problem 400 or 404
 */
export async function recordAttestation(
  write: UnitOfWork,
  report: Report,
  locked: LockedTarget,
): Promise<string> {
  const { payload } = report
  const scopes = scopesOf(payload)
  const flow = locked.flow ?? (await ensureFlow(write, report.flow_name))
  requireInView(write, 'Flow', report.flow_name, flow)
  const repo = locked.repo ?? (await recordRepo(write, payload.repo_info))
  const trail = locked.trail ?? (await ensureTrail(write, flow, { name: report.trail_name })).trail
  const now = monotonicNow(write, trail.last_modified_at)
  const artifact = payload.artifact_fingerprint
    ? await artifactOnTrail(
        write,
        { trailId: trail.id, trailName: trail.name, flowName: flow.name },
        payload.artifact_fingerprint,
      )
    : null
  return appendAttestation(now, { flow, trail, repo, artifact }, { ...report, scopes })
}
