import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import {
  insertAttestation,
  makeCurrent,
  makeNewestDecision,
  type Scope,
} from '../attestation/queries.ts'
import { countAttestation } from '../attestation/tally-queries.ts'
import { findControl } from '../control/queries.ts'
import type { CustomOutcome } from '../database/tables/evidence.ts'
import type { ReceivedFile } from '../evidence/store.ts'
import { Problem } from '../problem.ts'
import { recordWrites } from '../record/queries.ts'
import type { RepoRow } from '../repo/queries.ts'
import { updateTrail } from '../trail/queries.ts'
import { ensureTrail } from './begin-trail.ts'
import { advanceTrail, type TrailHappening } from './evaluate-trail.ts'
import { leaveDirty } from './leave-dirty.ts'
import { eventRepo, noteRepo } from './note-repo.ts'
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
  const { org } = write
  const { payload, file } = report
  const scopes = scopesOf(payload)
  const flow = await ensureFlow(write, report.flow_name)
  requireActive(write, report.flow_name, flow)
  const repo = await noteRepo(write, payload.repo_info)
  const { trail } = await ensureTrail(write, flow, { name: report.trail_name })
  const now = instantAfter(write, trail.last_modified_at)
  const on = { trailId: trail.id, trailName: trail.name, flowName: flow.name }
  const artifact = payload.artifact_fingerprint
    ? await artifactOnTrail(write, on, payload.artifact_fingerprint)
    : null
  const id = now.newId()
  const name = payload.attestation_name
  const { type, is_compliant, control } = report
  const known = control === null ? undefined : await findControl(org, control)
  const counted = { id, flow_id: flow.id, name, type, is_compliant, control }
  const attestation = insertAttestation(org, {
    ...counted,
    trail_id: trail.id,
    fingerprint: artifact?.fingerprint ?? null,
    target_artifacts: artifact ? [] : [...new Set(payload.target_artifacts)],
    commit_sha: payload.git_commit_info?.sha1 || null,
    repo_id: repo?.id ?? null,
    payload: report.raw,
    evidence_sha256: file?.sha256 ?? null,
    evidence_name: file?.name ?? null,
    evidence_size: file?.size ?? null,
    created_at: now.at,
    reported_by: now.actor.name,
    control_version: known?.version ?? null,
    control_name: known?.name ?? null,
    outcome: report.outcome && JSON.stringify(report.outcome),
  })
  const record = recordWrites(org, {
    id: now.newId(),
    at: now.at,
    actor: now.actor,
    kind: 'attestation_reported',
    subject: { flow_name: flow.name, trail_name: trail.name },
    body: {
      attestation_id: id,
      flow_name: flow.name,
      trail_name: trail.name,
      type: report.type,
      is_compliant: report.is_compliant,
      ...(report.outcome && { outcome: report.outcome }),
      ...(known && { control_version: known.version, control_name: known.name }),
      payload,
      evidence_sha256: file?.sha256 ?? null,
    },
  })
  await advanceTrail(now, trail, happenings(report, scopes, id, artifact, repo), [
    attestation,
    countAttestation(org, { ...counted, created_at: now.at }),
    makeCurrent(org, { trail_id: trail.id, name, attestation_id: id }, scopes),
    ...(control === null
      ? []
      : [makeNewestDecision(org, { trail_id: trail.id, control, attestation_id: id }, scopes)]),
    updateTrail(org, trail.id, { last_modified_at: now.at }),
    leaveDirty(now, artifact ? { fingerprint: artifact.fingerprint } : { trail_id: trail.id }, {
      kind: 'attestation',
      flow_name: flow.name,
      trail_name: trail.name,
      attestation_id: id,
      attestation_name: name,
      ...(artifact && { fingerprint: artifact.fingerprint }),
    }),
    ...record,
  ])
  return id
}

function happenings(
  report: Report,
  scopes: Scope[],
  attestation_id: string,
  artifact: {
    fingerprint: string
    filename: string
    template_reference_name: string | null
  } | null,
  repo: RepoRow | null,
): TrailHappening[] {
  const common = {
    attestation_type: report.type,
    is_compliant: report.is_compliant,
    attestation_id,
    template_reference_name: report.payload.attestation_name,
    git_commit_info: report.payload.git_commit_info ?? null,
    repo_info: eventRepo(repo),
  }
  return scopes.map((scope) => {
    if (scope.kind === 'trail') return { type: 'trail_attestation_reported', body: common }
    if (scope.kind === 'target') {
      return {
        type: 'trail_attestation_for_artifact_reported',
        body: { ...common, target_artifact: scope.name },
      }
    }
    return {
      type: 'artifact_attestation_reported',
      body: {
        ...common,
        artifact_fingerprint: scope.fingerprint,
        artifact_name: artifact?.filename ?? '',
        target_artifact: artifact?.template_reference_name ?? '',
      },
    }
  })
}
