import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import {
  insertAttestation,
  makeCurrent,
  makeNewestDecision,
  type Scope,
} from '../attestation/queries.ts'
import { countAttestation } from '../attestation/tally-queries.ts'
import { findControl } from '../control/queries.ts'
import type { Statement } from '../database/org-database.ts'
import type { CustomOutcome } from '../database/tables/evidence.ts'
import type { ReceivedFile } from '../evidence/store.ts'
import { recordWrites } from '../record/queries.ts'
import type { RepoRow } from '../repo/queries.ts'
import { type TrailRow, updateTrail } from '../trail/queries.ts'
import { advanceTrail } from './evaluate-trail.ts'
import { leaveDirty } from './leave-dirty.ts'
import { eventRepo } from './note-repo.ts'
import { happenings } from './attestation-happenings.ts'
import type { Write } from './write.ts'

/** Where an attestation is made; the trail is locked. */
interface Place {
  flow: { id: string; name: string }
  trail: TrailRow
  repo: RepoRow | null
  artifact: {
    fingerprint: string
    filename: string
    template_reference_name: string | null
  } | null
}

/** An attestation to be appended: reported, or an override of one. */
interface Appended {
  type: string
  is_compliant: boolean
  scopes: readonly Scope[]
  payload: CommonPayload
  /** The payload as the client wrote it. */
  raw: string
  /** Identifier of the control that a decision is about, which need not be known. */
  control?: string | null
  outcome?: CustomOutcome | null
  file?: ReceivedFile | null
  /** Of an override. */
  override?: {
    overridden_attestation_id: string | null
    /** Who asked for it, where somebody else approves it. */
    request: { proposal_id: string; requested_by: string } | null
    /** What else is written with it. */
    writesOf(id: string): readonly Statement[]
  }
}

/** Appends an attestation to its trail, with all that follows from it. @returns its id */
export async function appendAttestation(
  now: Write,
  { flow, trail, repo, artifact }: Place,
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
  const counted = { id, flow_id: flow.id, name, type, is_compliant, control, reported_by }
  const overridden = override?.overridden_attestation_id ?? null
  const attestation = insertAttestation(org, {
    ...counted,
    trail_id: trail.id,
    is_override: override !== undefined,
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
  const record = recordWrites(org, {
    id: now.newId(),
    at: now.at,
    actor: now.actor,
    kind: override ? 'attestation_overridden' : 'attestation_reported',
    subject: on,
    body: {
      attestation_id: id,
      ...on,
      type,
      is_compliant,
      ...(override && { overridden_attestation_id: overridden }),
      ...(request && { proposal_id: request.proposal_id, requested_by: request.requested_by }),
      ...(outcome && { outcome }),
      ...(known && { control_version: known.version, control_name: known.name }),
      payload,
      evidence_sha256: file?.sha256 ?? null,
    },
  })
  const told = {
    attestation_type: type,
    is_compliant,
    attestation_id: id,
    template_reference_name: name,
    git_commit_info: payload.git_commit_info ?? null,
    repo_info: eventRepo(repo),
    ...(override && { is_override: true }),
  }
  await advanceTrail(now, trail, happenings(told, scopes, artifact), [
    attestation,
    countAttestation(org, { ...counted, created_at: now.at }),
    makeCurrent(org, { trail_id: trail.id, name, attestation_id: id }, scopes),
    ...(control === null
      ? []
      : [makeNewestDecision(org, { trail_id: trail.id, control, attestation_id: id }, scopes)]),
    updateTrail(org, trail.id, { last_modified_at: now.at }),
    leaveDirty(now, artifact ? { fingerprint: artifact.fingerprint } : { trail_id: trail.id }, {
      kind: override ? 'override' : 'attestation',
      ...on,
      attestation_id: id,
      attestation_name: name,
      ...(request && { requested_by: request.requested_by }),
      ...(artifact && { fingerprint: artifact.fingerprint }),
    }),
    ...record,
    ...(override?.writesOf(id) ?? []),
  ])
  return id
}
