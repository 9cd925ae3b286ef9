import type { overrideAttestation as endpoint } from '#contract/attestation/attestation.ts'
import { fullType } from '#contract/attestation/types/kind.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import { proposalsPath } from '#contract/override/override-proposal.ts'
import type { OverrideEffect, OverrideImpact } from '#contract/override/override-effect.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { findOverridden, standstillOf } from '#domain/override/override.ts'
import { artifactOnTrail } from '#server/artifact/find-artifact.ts'
import type { Scope } from '#server/attestation/queries.ts'
import { appendAttestation } from '#server/attestation/append-attestation.ts'
import { scopesOf } from '#server/attestation/record-attestation.ts'
import { requireCustomType } from '#server/custom-type/load-custom-type.ts'
import { findNewestDefinition } from '#server/custom-type/queries.ts'
import type { OrgDatabase, OrgScope } from '#server/database/org-database.ts'
import { artifactsOfTrails, currentOfTrails } from '#server/evaluation/trail-queries.ts'
import { lockFlow } from '#server/flow/queries.ts'
import { findSettings } from '#server/organization/queries.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { recordRepo } from '#server/repo/record-repo.ts'
import { requireInView } from '#server/request/access.ts'
import { requireTrail } from '#server/trail/read-trail.ts'
import { findTrailStatus, lockTrail } from '#server/trail/queries.ts'
import { monotonicNow } from '#server/platform/ids.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { environmentFlips } from './environment-impact.ts'
import { overrideWrites, impactWrites, recordsOfName } from './queries.ts'
import { expiryBy } from './end-override.ts'
import { approvalRequired, requireExpiry } from './request-approval.ts'
import { applyOverridesToReports } from './state-queries.ts'

/** Options of making an override. */
interface InsertOptions {
  /** The request, if a second person approves it. */
  request?: { proposal_id: string; requested_by: string; requested_by_id: string } | null
  /** Whether the effect on environments is evaluated; else it has none. */
  previewsEnvironments?: boolean
}

/**
 * Makes a validated override: a row of its own, beside what it overrides, stored with its effect.
 * @returns its id, the effect, and the fingerprints built on its trail
 */
export async function insertOverride(
  write: UnitOfWork,
  { trail_name, payload, raw }: OverrideRequest,
  validated: ValidatedOverride,
  { request = null, previewsEnvironments = true }: InsertOptions = {},
): Promise<{ id: string; effect: OverrideEffect; built: string[] }> {
  const { org } = write
  const { trail, overridden } = validated
  const before = await readTrailState(write, trail.id)
  const repo = await recordRepo(write, payload.repo_info)
  const now = monotonicNow(write, trail.last_modified_at)
  const id = await appendAttestation(
    now,
    { ...validated, repo },
    {
      ...validated,
      is_compliant: payload.new_compliance_status,
      payload,
      raw,
      override: appendedOverride(now, validated, payload, request),
    },
  )
  const wholly = overridden.filter((one) => one.is_whole).map((one) => one.id)
  await applyOverridesToReports(org, wholly, now.newId)
  const after = await readTrailState(write, trail.id)
  const built = [...new Set(after.artifacts.map(({ fingerprint }) => fingerprint))]
  const flips = await environmentFlips(org, previewsEnvironments ? built : [], now.at)
  const effect = {
    evaluated_at: now.at,
    overridden: overridden.map((one) => ({
      attestation_id: one.id,
      is_compliant: one.is_compliant,
    })),
    ...effectOn(before, after, { trail_name, payload, flips }),
  }
  await org.executeBatch([impactWrites(org, id, effect)])
  return { id, effect, built }
}

/** How an override is appended, with the statements that store it. */
function appendedOverride(
  now: UnitOfWork,
  { flow, overridden, type, expires_at }: ValidatedOverride,
  payload: OverrideRequest['payload'],
  request: NonNullable<InsertOptions['request']> | null,
) {
  const { org, actor } = now
  return {
    overridden_attestation_id: overridden[0]?.id ?? null,
    expires_at,
    request,
    writesOf: (id: string) =>
      overrideWrites(org, {
        id,
        is_compliant: payload.new_compliance_status,
        created_by_id: request?.requested_by_id ?? actor.userId,
        proposal_id: request?.proposal_id ?? null,
        approved_by: request && actor.name,
        entry: {
          flow_id: flow.id,
          type,
          created_at: now.at,
          created_by: request?.requested_by ?? actor.name,
        },
        overridden,
        expiry: expires_at === null ? null : expiryBy(now, expires_at, payload.reason),
      }),
  }
}

type TrailState = Awaited<ReturnType<typeof readTrailState>>

/** The effect of an override: on the trail, its artifacts, environments, and the verdict that counted in its place. */
function effectOn(
  before: TrailState,
  after: TrailState,
  made: Pick<OverrideRequest, 'trail_name' | 'payload'> & {
    flips: Awaited<ReturnType<typeof environmentFlips>>
  },
) {
  const { trail_name, payload, flips } = made
  const counted = before.current.filter((row) => row.name === payload.attestation_name)
  const replaced = counted.filter((row) => !after.current.some((one) => isSameRow(one, row)))
  const verdicts = new Set(replaced.map((one) => one.is_compliant))
  const trails =
    before.state === after.state ? [] : [{ name: trail_name, from: before.state, to: after.state }]
  const artifacts = after.artifacts.flatMap((now) => {
    const from = before.artifacts.find((one) => one.id === now.id)?.state ?? null
    const { fingerprint, template_reference_name: name, state: to } = now
    return from === to ? [] : [{ name: name ?? '', fingerprint, from, to }]
  })
  return {
    trails,
    artifacts,
    ...flips,
    ...(verdicts.size < 2 && { counted_as: [...verdicts][0] ?? null }),
    standstill: standstillOf(
      { count: trails.length + artifacts.length + flips.environments.length },
      verdicts.size === 1 && verdicts.has(payload.new_compliance_status),
    ),
  }
}

interface Row {
  id: string
  fingerprint: string | null
  scope: string
}
const isSameRow = (a: Row, b: Row) =>
  a.id === b.id && a.fingerprint === b.fingerprint && a.scope === b.scope

/** Reads the stored state of a trail, its artifacts, and its current reports. */
async function readTrailState({ org }: UnitOfWork, trailId: string) {
  const status = await findTrailStatus(org, trailId)
  const artifacts = await artifactsOfTrails(org, [trailId]).execute()
  const current = await currentOfTrails(org, [trailId]).execute()
  return { state: status?.state ?? null, artifacts, current }
}

/** A requested override. */
export interface OverrideRequest {
  flow_name: string
  trail_name: string
  payload: BodyOf<typeof endpoint>
  /** The payload as stored. */
  raw: string
  /** When it ends by itself; null for never, undefined for the organization's default. */
  expires_at?: number | null | undefined
}

/** A valid override, with its flow and trail locked. */
type ValidatedOverride = Awaited<ReturnType<typeof validateOverrideRequest>>

/** Validates an override and finds its subject. @throws Problem 400 or 404 */
export async function validateOverrideRequest(write: UnitOfWork, request: OverrideRequest) {
  const { org } = write
  const { flow_name, trail_name, payload } = request
  const scopes = scopesOf(payload)
  await requireKnownType(write, payload.original_attestation_type)
  const flow = await lockFlow(org, flow_name, 'share')
  requireInView(write, 'Flow', flow_name, flow)
  const trail = await lockTrail(org, flow.id, trail_name)
  requireTrail(write, flow, trail_name, trail)
  const on = { trailId: trail.id, trailName: trail.name, flowName: flow.name }
  const fingerprint = payload.artifact_fingerprint
  const artifact = fingerprint ? await artifactOnTrail(write, on, fingerprint) : null
  const overridden = await overriddenBy(org, trail.id, payload, scopes)
  const { settings } = await findSettings(org, 'overrides')
  const end = { thing: 'override', expires_at: request.expires_at } as const
  const expires_at = requireExpiry(settings, end, write.at)
  return {
    flow,
    trail,
    artifact,
    scopes,
    overridden,
    type: typeOf(payload, overridden),
    expires_at,
    needs_approval: needsApproval(settings, 'flow', flow.tags),
  }
}

/** Finds what an override overrides, newest first. @throws Problem 400 for a decision */
async function overriddenBy(
  org: OrgDatabase,
  trailId: string,
  payload: OverrideRequest['payload'],
  scopes: readonly Scope[],
) {
  const { attestation_name: name, original_attestation_type } = payload
  const records = await recordsOfName(org, trailId, name)
  const artifacts = await artifactsOfTrails(org, [trailId]).execute()
  const overridden = findOverridden(scopes, records, artifacts)
  if (overridden.some(({ type }) => type === 'system:decision')) {
    const reason = `'${name}' is a decision, which cannot be overridden: record another one`
    throw fieldProblem('original_attestation_type', reason, original_attestation_type)
  }
  return overridden
}

/** Resolves `custom` to the custom type of what is overridden. */
function typeOf(
  { original_attestation_type: type }: OverrideRequest['payload'],
  overridden: readonly { type: string }[],
): string {
  if (type !== 'custom') return fullType(type)
  return overridden.find((one) => one.type.startsWith('custom:'))?.type ?? type
}

/** Requires a type to exist; archived ones do. @throws Problem 404 */
async function requireKnownType(scope: OrgScope, type: string): Promise<void> {
  const name = type.startsWith('custom:') ? type.slice('custom:'.length) : null
  if (name === null) return
  requireCustomType(scope, name, await findNewestDefinition(scope.org, name))
}

/**
 * Makes an override, which counts at once.
 * @returns its id
 * @throws Problem 400 or 404, and 403 if a second person has to approve it
 */
export async function createOverride(write: UnitOfWork, request: OverrideRequest): Promise<string> {
  const validated = await validateOverrideRequest(write, request)
  if (validated.needs_approval) {
    throw approvalRequired(write, `Overrides on flow '${validated.flow.name}' take`, proposalsPath)
  }
  return (await insertOverride(write, request, validated)).id
}

/**
 * Previews what an override would flip by making it, in a dry run.
 * @throws Problem as making it would
 */
export async function previewOverride(
  write: UnitOfWork,
  request: OverrideRequest,
): Promise<OverrideImpact> {
  const validated = await validateOverrideRequest(write, request)
  const { effect } = await insertOverride(write, request, validated)
  const { needs_approval, expires_at } = validated
  return { ...effect, needs_approval, expires_at }
}
