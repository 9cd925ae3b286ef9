import type { overrideAttestation as endpoint } from '#contract/attestation.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { findOverridden } from '#domain/override.ts'
import { judgeExpiry, needsApproval } from '#domain/override-rules.ts'
import { artifactsOfTrails } from '../artifact/queries.ts'
import type { Scope } from '../attestation/queries.ts'
import { findNewestDefinition } from '../custom-type/queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { lockFlow } from '../flow/queries.ts'
import { findSettings } from '../organization/queries.ts'
import { recordsOfName } from '../override/queries.ts'
import { refusedField } from '../problem.ts'
import { lockTrail } from '../trail/queries.ts'
import { scopesOf } from './accept-attestation.ts'
import { requireCustomType } from './custom-type-path.ts'
import { artifactOnTrail, type Place, requireActive, requireTrail } from './path.ts'
import type { Write } from './write.ts'

/** An override that is asked for. */
export interface AskedOverride {
  flow_name: string
  trail_name: string
  payload: BodyOf<typeof endpoint>
  /** The payload as it is kept. */
  raw: string
  /** When it ends by itself; null for never, undefined for as long as the organization has set. */
  expires_at?: number | null | undefined
}

/** An override that could be made, with its flow and trail locked. */
export type Weighed = Awaited<ReturnType<typeof weighOverride>>

/** Finds all that an override takes, and what it is about. @throws Problem 400 or 404 */
export async function weighOverride(write: Write, asked: AskedOverride) {
  const { org } = write
  const { flow_name, trail_name, payload } = asked
  const scopes = scopesOf(payload)
  await requireKnownType(write, payload.original_attestation_type)
  const flow = await lockFlow(org, flow_name, 'share')
  requireActive(write, flow_name, flow)
  const trail = await lockTrail(org, flow.id, trail_name)
  requireTrail(write, flow, trail_name, trail)
  const on = { trailId: trail.id, trailName: trail.name, flowName: flow.name }
  const fingerprint = payload.artifact_fingerprint
  const artifact = fingerprint ? await artifactOnTrail(write, on, fingerprint) : null
  const overridden = await overriddenBy(org, trail.id, payload, scopes)
  const { settings } = await findSettings(org, 'overrides')
  const expiry = judgeExpiry(settings, asked.expires_at, write.at)
  if ('refusal' in expiry) {
    throw refusedField('expires_at', expiry.refusal, asked.expires_at)
  }
  return {
    flow,
    trail,
    artifact,
    scopes,
    overridden,
    type: typeOf(payload, overridden),
    expires_at: expiry.expires_at,
    needs_approval: needsApproval(settings, flow.tags),
  }
}

/** What an override is about, newest first. @throws Problem 400 for a decision */
async function overriddenBy(
  org: OrgDatabase,
  trailId: string,
  payload: AskedOverride['payload'],
  scopes: readonly Scope[],
) {
  const { attestation_name: name, original_attestation_type } = payload
  const records = await recordsOfName(org, trailId, name)
  const artifacts = await artifactsOfTrails(org, [trailId]).execute()
  const overridden = findOverridden(scopes, records, artifacts)
  if (overridden.some(({ type }) => type === 'system:decision')) {
    const reason = `'${name}' is a decision, which cannot be overridden: record another one`
    throw refusedField('original_attestation_type', reason, original_attestation_type)
  }
  return overridden
}

/** `custom` alone is the custom type of what is overridden (wire.md 11.1). */
function typeOf(
  { original_attestation_type: type }: AskedOverride['payload'],
  overridden: readonly { type: string }[],
): string {
  if (type !== 'custom') return type
  return overridden.find((one) => one.type.startsWith('custom:'))?.type ?? type
}

/** Archived types are known. @throws Problem 404 */
async function requireKnownType(place: Place, type: string): Promise<void> {
  const name = type.startsWith('custom:') ? type.slice('custom:'.length) : null
  if (name === null) return
  requireCustomType(place, name, await findNewestDefinition(place.org, name))
}
