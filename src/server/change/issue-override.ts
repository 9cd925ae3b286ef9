import type { OverrideEffect } from '#contract/override.ts'
import { standstillOf } from '#domain/override.ts'
import { artifactsOfTrails } from '../artifact/queries.ts'
import { currentOfTrails } from '../attestation/queries.ts'
import { settleVerdicts } from '../attestation/flip-queries.ts'
import { impactWrites, overrideWrites } from '../override/queries.ts'
import { findTrailStatus } from '../trail/queries.ts'
import { appendAttestation } from './append-attestation.ts'
import { environmentFlips } from './environment-flips.ts'
import { instantAfter } from './instant-after.ts'
import { noteRepo } from './note-repo.ts'
import { expiryBy } from './set-override-expiry.ts'
import type { AskedOverride, Weighed } from './weigh-override.ts'
import type { Write } from './write.ts'

/** How an override is made. */
interface Manner {
  /** Who asked for it, where a second person approves it. */
  request?: { proposal_id: string; requested_by: string; requested_by_id: string } | null
  /** Whether to look where artifacts run: else the effect has no environments. */
  looksAround?: boolean
}

/**
 * Makes an override that may be made: a record of its own, beside what it overrides, kept with what
 * it flips. @returns its id, that, and the fingerprints of what its trail has built
 */
export async function issueOverride(
  write: Write,
  { trail_name, payload, raw }: AskedOverride,
  weighed: Weighed,
  { request = null, looksAround = true }: Manner = {},
): Promise<{ id: string; effect: OverrideEffect; built: string[] }> {
  const { org, actor } = write
  const { flow, trail, artifact, scopes, overridden, type, expires_at } = weighed
  const before = await standingOf(write, trail.id)
  const repo = await noteRepo(write, payload.repo_info)
  const now = instantAfter(write, trail.last_modified_at)
  const is_compliant = payload.new_compliance_status
  const id = await appendAttestation(
    now,
    { flow, trail, repo, artifact },
    {
      type,
      is_compliant,
      scopes,
      payload,
      raw,
      override: {
        overridden_attestation_id: overridden[0]?.id ?? null,
        request,
        writesOf: (id) =>
          overrideWrites(org, {
            id,
            is_compliant,
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
      },
    },
  )
  const wholly = overridden.filter((one) => one.is_whole).map((one) => one.id)
  await settleVerdicts(org, wholly, now.newId)
  const after = await standingOf(write, trail.id)
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
  const built = [...new Set(after.artifacts.map(({ fingerprint }) => fingerprint))]
  const flips = await environmentFlips(org, looksAround ? built : [])
  const effect = {
    evaluated_at: now.at,
    overridden: overridden.map((one) => ({
      attestation_id: one.id,
      is_compliant: one.is_compliant,
    })),
    trails,
    artifacts,
    ...flips,
    ...(verdicts.size < 2 && { counted_as: [...verdicts][0] ?? null }),
    standstill: standstillOf(
      { count: trails.length + artifacts.length + flips.environments.length },
      verdicts.size === 1 && verdicts.has(is_compliant),
    ),
  }
  await org.writeTogether([impactWrites(org, id, effect)])
  return { id, effect, built }
}

interface Row {
  id: string
  fingerprint: string | null
  target: string | null
}
const isSameRow = (a: Row, b: Row) =>
  a.id === b.id && a.fingerprint === b.fingerprint && a.target === b.target

/** How a trail stands with everything on it. */
async function standingOf({ org }: Write, trailId: string) {
  const status = await findTrailStatus(org, trailId)
  const artifacts = await artifactsOfTrails(org, [trailId]).execute()
  const current = await currentOfTrails(org, [trailId]).execute()
  return { state: status?.state ?? null, artifacts, current }
}
