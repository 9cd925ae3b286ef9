import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import type { Scope } from '../attestation/queries.ts'
import type { CustomOutcome } from '../database/tables/evidence.ts'
import type { ReceivedFile } from '../evidence/store.ts'
import { Problem } from '../problem.ts'
import { appendAttestation } from './append-attestation.ts'
import { ensureTrail } from './begin-trail.ts'
import { noteRepo } from './note-repo.ts'
import { artifactOnTrail, requireActive } from './path.ts'
import { ensureFlow } from './put-flow.ts'
import { instantAfter } from './instant-after.ts'
import type { Write } from './write.ts'

/** An attestation report whose verdict is known. */
export interface Report {
  flow_name: string
  trail_name: string
  type: string
  is_compliant: boolean
  /** Identifier of the control that a decision is about, which need not be known. */
  control: string | null
  /** Of custom evidence: what its type said of it. */
  outcome: CustomOutcome | null
  payload: CommonPayload
  /** The payload as the client wrote it. */
  raw: string
  file: ReceivedFile | null
}

/** The scopes a payload speaks of (wire.md 11.1). @throws Problem 400 */
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

/** Accepts an attestation report (wire.md 11.1). @returns its id @throws Problem 400 or 404 */
export async function acceptAttestation(write: Write, report: Report): Promise<string> {
  const { payload } = report
  const scopes = scopesOf(payload)
  const flow = await ensureFlow(write, report.flow_name)
  requireActive(write, report.flow_name, flow)
  const repo = await noteRepo(write, payload.repo_info)
  const { trail } = await ensureTrail(write, flow, { name: report.trail_name })
  const now = instantAfter(write, trail.last_modified_at)
  const artifact = payload.artifact_fingerprint
    ? await artifactOnTrail(
        write,
        { trailId: trail.id, trailName: trail.name, flowName: flow.name },
        payload.artifact_fingerprint,
      )
    : null
  return appendAttestation(now, { flow, trail, repo, artifact }, { ...report, scopes })
}
