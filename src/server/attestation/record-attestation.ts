import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import { isAdvanceFor } from '#domain/override/override.ts'
import { artifactOnTrail } from '#server/artifact/find-artifact.ts'
import { listTargetArtifacts } from '#server/artifact/queries.ts'
import { auditStatements } from '#server/audit-log/append-entry.ts'
import { findControl } from '#server/control/queries.ts'
import type { Statement } from '#server/database/org-database.ts'
import type { CustomOutcome } from '#server/database/tables/evidence.ts'
import {
  appendEventsAndReevaluateTrail,
  type NewTrailEvent,
} from '#server/evaluation/evaluate-trail.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { ensureFlow } from '#server/flow/change-flow.ts'
import type { ReceivedFile } from '#server/platform/evidence-store.ts'
import { Problem } from '#server/platform/problem.ts'
import type { RepoRow } from '#server/repo/queries.ts'
import { eventRepo, recordRepo } from '#server/repo/record-repo.ts'
import { requireInView } from '#server/request/access.ts'
import { ensureTrail } from '#server/trail/begin-trail.ts'
import type { LockedTarget } from '#server/trail/target-queries.ts'
import { type TrailRow, updateTrail } from '#server/trail/queries.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { countAttestation } from './count-queries.ts'
import {
  insertAttestation,
  makeCurrent,
  makeNewestDecision,
  type Scope,
  scopeKey,
} from './queries.ts'

/** Common body of attestation events, of a trail and of artifacts. */
interface EventBody {
  attestation_type: string
  is_compliant: boolean
  attestation_id: string
  template_reference_name: string
  git_commit_info?: object | null
  repo_info?: object | null
  is_override?: boolean
  ended_override_id?: string
  end_kind?: string
  ended_by?: string
}

/** An artifact of the trail, as events name it. */
interface NamedArtifact {
  fingerprint: string
  filename: string
  template_reference_name: string | null
  git_commit: string
}

const onArtifact = (common: EventBody, artifact: NamedArtifact): NewTrailEvent => ({
  type: 'artifact_attestation_reported',
  body: {
    ...common,
    artifact_fingerprint: artifact.fingerprint,
    artifact_name: artifact.filename,
    target_artifact: artifact.template_reference_name ?? '',
  },
})

/**
 * Builds the events of an attestation on its trail, one for each scope. A template name with a
 * commit stands for the artifacts there by that name and commit; without one, the attestation was
 * reported in advance.
 */
export function attestationEvents(
  common: EventBody,
  scopes: readonly Scope[],
  artifacts: readonly NamedArtifact[],
): NewTrailEvent[] {
  return scopes.flatMap((scope): NewTrailEvent[] => {
    if (scope.kind === 'trail') return [{ type: 'trail_attestation_reported', body: common }]
    const meant = artifacts.filter((artifact) =>
      scope.kind === 'artifact'
        ? artifact.fingerprint === scope.fingerprint
        : isAdvanceFor(scope, artifact),
    )
    if (scope.kind === 'artifact' || meant.length > 0) {
      return meant.map((artifact) => onArtifact(common, artifact))
    }
    const body = { ...common, target_artifact: scope.name }
    return [{ type: 'trail_attestation_for_artifact_reported', body }]
  })
}

/** The target of an attestation; the trail is locked. */
interface AttestationTarget {
  flow: { id: string; name: string }
  trail: TrailRow
  repo: RepoRow | null
  artifact: NamedArtifact | null
}

/** An attestation to append: a report, or an override of one. */
interface Appended {
  type: string
  is_compliant: boolean
  scopes: readonly Scope[]
  payload: CommonPayload
  /** The payload as the client wrote it. */
  raw: string
  /** Identifier of the control of a decision, which may be unknown. */
  control?: string | null
  /** For custom evidence: the outcome of its type. */
  outcome?: CustomOutcome | null
  file?: ReceivedFile | null
  /** For an override. */
  override?: {
    overridden_attestation_id: string | null
    /** When it ends by itself; null for never. */
    expires_at: number | null
    /** The request, if another person approved it. */
    request: { proposal_id: string; requested_by: string } | null
    /** Further statements to run with it. */
    writesOf(id: string): readonly Statement[]
  }
}

/** Appends an attestation to its trail, with everything that follows from it. @returns its id */
export async function appendAttestation(
  now: UnitOfWork,
  { flow, trail, repo, artifact }: AttestationTarget,
  appended: Appended,
): Promise<string> {
  const { org } = now
  const { payload, type, is_compliant, scopes, override } = appended
  const { control = null, outcome = null, file = null } = appended
  const id = now.newId()
  const name = payload.attestation_name
  const known = control === null ? undefined : await findControl(org, control)
  const request = override?.request ?? null
  const reported_by = request?.requested_by ?? now.actor.name
  const is_override = override !== undefined
  const verdict = { is_compliant, is_override, control }
  const counted = { id, flow_id: flow.id, name, type, ...verdict, reported_by }
  const overridden = override?.overridden_attestation_id ?? null
  const attestation = insertAttestation(org, {
    ...counted,
    trail_id: trail.id,
    overridden_attestation_id: overridden,
    fingerprint: artifact?.fingerprint ?? null,
    target_artifacts: artifact ? [] : [...new Set(payload.target_artifacts)],
    commit_sha: payload.git_commit_info?.sha1 || null,
    repo_id: repo?.id ?? null,
    payload: appended.raw,
    evidence_sha256: file?.sha256 ?? null,
    evidence_name: file?.name ?? null,
    evidence_size: file?.size ?? null,
    created_at: now.at,
    control_version: known?.version ?? null,
    control_name: known?.name ?? null,
    outcome: outcome && JSON.stringify(outcome),
  })
  const on = { flow_name: flow.name, trail_name: trail.name }
  const entry = auditStatements(now, {
    kind: override ? 'attestation_overridden' : 'attestation_reported',
    subject: on,
    body: {
      attestation_id: id,
      ...on,
      type,
      is_compliant,
      ...(override && {
        overridden_attestation_id: overridden,
        expires_at: override.expires_at,
      }),
      ...(request && { proposal_id: request.proposal_id, requested_by: request.requested_by }),
      ...(outcome && { outcome }),
      ...(known && { control_version: known.version, control_name: known.name }),
      payload,
      evidence_sha256: file?.sha256 ?? null,
    },
  })
  const common = {
    attestation_type: type,
    is_compliant,
    attestation_id: id,
    template_reference_name: name,
    git_commit_info: payload.git_commit_info ?? null,
    repo_info: eventRepo(repo),
    ...(override && { is_override: true }),
  }
  const artifacts = artifact ? [artifact] : await listTargetArtifacts(org, trail.id, scopes)
  const writes = [
    attestation,
    countAttestation(org, { ...counted, created_at: now.at }),
    makeCurrent(org, { trail_id: trail.id, name, attestation_id: id }, scopes),
    ...(control === null
      ? []
      : [makeNewestDecision(org, { trail_id: trail.id, control, attestation_id: id }, scopes)]),
    updateTrail(org, trail.id, { last_modified_at: now.at }),
    enqueueReevaluation(
      now,
      artifact ? { fingerprint: artifact.fingerprint } : { trail_id: trail.id },
      {
        kind: override ? 'override' : 'attestation',
        ...on,
        attestation_id: id,
        attestation_name: name,
        ...(request && { requested_by: request.requested_by }),
        ...(artifact && { fingerprint: artifact.fingerprint }),
      },
    ),
    ...entry,
    ...(override?.writesOf(id) ?? []),
  ]
  const events = attestationEvents(common, scopes, artifacts)
  // An override also turns what others count for, which only its statements tell.
  const added = override
    ? null
    : {
        scopes: scopes.map(scopeKey),
        report: {
          attestation_id: id,
          attestation_name: name,
          attestation_type: type,
          is_compliant,
          artifact_fingerprint: artifact?.fingerprint ?? null,
          git_commit: payload.git_commit_info?.sha1 || null,
          overridden_attestation_id: null,
          is_override,
        },
      }
  await appendEventsAndReevaluateTrail(now, trail, events, writes, added)
  return id
}

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
