import type { CommonPayload } from '#contract/attestation-type/payload.ts'
import { findFlow } from '../flow/queries.ts'
import type { OrgContext } from '../handler.ts'
import { findTrail } from '../trail/queries.ts'
import { artifactOnTrail, requireActive } from './path.ts'

/**
 * Refuses what accepting an attestation would refuse, before its evidence file is kept: nothing is
 * left of a refused one. What counts is looked at again under the locks.
 * @throws Problem 404 for an archived flow, or an artifact that is not on the trail
 */
export async function requireAcceptable(
  context: OrgContext,
  { flow_name, trail_name }: { flow_name: string; trail_name: string },
  { artifact_fingerprint }: CommonPayload,
): Promise<void> {
  const { org } = context
  const flow = await findFlow(org, flow_name)
  if (flow) requireActive(context, flow_name, flow)
  if (!artifact_fingerprint) return
  const trail = flow && (await findTrail(org, flow.id, trail_name))
  const on = { trailId: trail?.id ?? null, trailName: trail_name, flowName: flow_name }
  await artifactOnTrail(context, on, artifact_fingerprint)
}
