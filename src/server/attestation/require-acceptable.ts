import type { CommonPayload } from '#contract/attestation/types/common-payload.ts'
import { artifactOnTrail } from '#server/artifact/find-artifact.ts'
import { findFlow } from '#server/flow/queries.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { requireInView } from '#server/request/access.ts'
import { findTrail } from '#server/trail/queries.ts'

/**
 * Requires a report to be acceptable before its evidence file is stored: a refused one leaves
 * nothing. The same is checked again under the locks.
 * @throws Problem 404 for an archived flow, or an artifact that is not on the trail
 */
export async function requireAcceptable(
  context: OrgContext,
  { flow_name, trail_name }: { flow_name: string; trail_name: string },
  { artifact_fingerprint }: CommonPayload,
): Promise<void> {
  const { org } = context
  const flow = await findFlow(org, flow_name)
  if (flow) requireInView(context, 'Flow', flow_name, flow)
  if (!artifact_fingerprint) return
  const trail = flow && (await findTrail(org, flow.id, trail_name))
  const on = { trailId: trail?.id ?? null, trailName: trail_name, flowName: flow_name }
  await artifactOnTrail(context, on, artifact_fingerprint)
}
