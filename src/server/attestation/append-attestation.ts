import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import { isAdvanceFor } from '#domain/override/override.ts'
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
import type { ReceivedFile } from '#server/platform/evidence-store.ts'
import type { RepoRow } from '#server/repo/queries.ts'
import { eventRepo } from '#server/repo/record-repo.ts'
import { type TrailRow, updateTrail } from '#server/trail/queries.ts'
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
export interface NamedArtifact {
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
export interface Appended {
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

/** An attestation with its id. */
interface NewAttestation extends AttestationTarget, Appended {
  id: string
  name: string
  control: string | null
  /** The control of a decision, where it is known. */
  known: Awaited<ReturnType<typeof findControl>>
}

/** Appends an attestation to its trail, with everything that follows from it. @returns its id */
export async function appendAttestation(
  now: UnitOfWork,
  target: AttestationTarget,
  appended: Appended,
): Promise<string> {
  const { org } = now
  const { trail, artifact } = target
  const { scopes, override, control = null } = appended
  const id = now.newId()
  const name = appended.payload.attestation_name
  const known = control === null ? undefined : await findControl(org, control)
  const made = { ...target, ...appended, id, name, control, known }
  const entry = auditAttestation(now, made)
  const artifacts = artifact ? [artifact] : await listTargetArtifacts(org, trail.id, scopes)
  const writes = [
    ...storeAttestation(now, made),
    updateTrail(org, trail.id, { last_modified_at: now.at }),
    enqueueTarget(now, made),
    ...entry,
    ...(override?.writesOf(id) ?? []),
  ]
  const events = attestationEvents(eventBody(made), scopes, artifacts)
  // An override also turns what others count for, which only its statements tell.
  const added = override ? null : { scopes: scopes.map(scopeKey), report: reportOf(made) }
  await appendEventsAndReevaluateTrail(now, trail, events, writes, added)
  return id
}

const requestOf = ({ override }: NewAttestation) => override?.request ?? null

/** Stores an attestation, counts it, and makes it the current one of its name. */
function storeAttestation({ org, at, actor }: UnitOfWork, made: NewAttestation): Statement[] {
  const { id, name, type, is_compliant, scopes, control, known } = made
  const { flow, trail, repo, artifact, payload, file = null, outcome = null } = made
  const counted = {
    ...{ id, flow_id: flow.id, name, type, is_compliant, control },
    is_override: made.override !== undefined,
    reported_by: requestOf(made)?.requested_by ?? actor.name,
    created_at: at,
  }
  return [
    insertAttestation(org, {
      ...counted,
      trail_id: trail.id,
      overridden_attestation_id: made.override?.overridden_attestation_id ?? null,
      fingerprint: artifact?.fingerprint ?? null,
      target_artifacts: artifact ? [] : [...new Set(payload.target_artifacts)],
      commit_sha: payload.git_commit_info?.sha1 || null,
      repo_id: repo?.id ?? null,
      payload: made.raw,
      evidence_sha256: file?.sha256 ?? null,
      evidence_name: file?.name ?? null,
      evidence_size: file?.size ?? null,
      control_version: known?.version ?? null,
      control_name: known?.name ?? null,
      outcome: outcome && JSON.stringify(outcome),
    }),
    countAttestation(org, counted),
    makeCurrent(org, { trail_id: trail.id, name, attestation_id: id }, scopes),
    ...(control === null
      ? []
      : [makeNewestDecision(org, { trail_id: trail.id, control, attestation_id: id }, scopes)]),
  ]
}

function auditAttestation(now: UnitOfWork, made: NewAttestation): Statement[] {
  const { id, type, is_compliant, known, payload, override, outcome, file } = made
  const on = { flow_name: made.flow.name, trail_name: made.trail.name }
  const request = requestOf(made)
  return auditStatements(now, {
    kind: override ? 'attestation_overridden' : 'attestation_reported',
    subject: on,
    body: {
      attestation_id: id,
      ...on,
      type,
      is_compliant,
      ...(override && {
        overridden_attestation_id: override.overridden_attestation_id,
        expires_at: override.expires_at,
      }),
      ...(request && { proposal_id: request.proposal_id, requested_by: request.requested_by }),
      ...(outcome && { outcome }),
      ...(known && { control_version: known.version, control_name: known.name }),
      payload,
      evidence_sha256: file?.sha256 ?? null,
    },
  })
}

/** Enqueues what the attestation may change: its artifact, or all of its trail. */
function enqueueTarget(now: UnitOfWork, made: NewAttestation): Statement {
  const { id, name, flow, trail, artifact } = made
  const request = requestOf(made)
  const target = artifact ? { fingerprint: artifact.fingerprint } : { trail_id: trail.id }
  return enqueueReevaluation(now, target, {
    kind: made.override ? 'override' : 'attestation',
    flow_name: flow.name,
    trail_name: trail.name,
    attestation_id: id,
    attestation_name: name,
    ...(request && { requested_by: request.requested_by }),
    ...(artifact && { fingerprint: artifact.fingerprint }),
  })
}

const eventBody = ({ id, name, type, is_compliant, payload, repo, override }: NewAttestation) => ({
  attestation_type: type,
  is_compliant,
  attestation_id: id,
  template_reference_name: name,
  git_commit_info: payload.git_commit_info ?? null,
  repo_info: eventRepo(repo),
  ...(override && { is_override: true }),
})

/** A report as the evaluation of its trail takes it. */
const reportOf = ({ id, name, type, is_compliant, artifact, payload }: NewAttestation) => ({
  attestation_id: id,
  attestation_name: name,
  attestation_type: type,
  is_compliant,
  artifact_fingerprint: artifact?.fingerprint ?? null,
  git_commit: payload.git_commit_info?.sha1 || null,
  overridden_attestation_id: null,
  is_override: false,
})
