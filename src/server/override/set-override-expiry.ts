import { checkExpiry, needsApproval } from '#domain/override/override-rules.ts'
import { findSettings } from '#server/organization/queries.ts'
import { expiryWrites } from './state-queries.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { auditEntryStatements } from '#server/audit-log/queries.ts'
import { requireApprover } from './require-approver.ts'
import { lockOverride } from './end-override.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** An expiry with the author of a write. */
export const expiryBy = (
  { newId, at, actor }: UnitOfWork,
  expires_at: number | null,
  reason: string,
) => ({
  id: newId(),
  expires_at,
  reason,
  set_at: at,
  set_by: actor.name,
  set_by_id: actor.userId,
})

/**
 * Sets when an override ends.
 * @throws Problem 404, 409, 400 for the past or beyond the organization's maximum, and 403 for a
 * later end that a second person has to set
 */
export async function setOverrideExpiry(
  write: UnitOfWork,
  id: string,
  { expires_at, reason, role }: { expires_at: number | null; reason: string; role: string },
): Promise<void> {
  const { org, at, actor } = write
  const { flow_name, trail_name, name, ...override } = await lockOverride(write, id)
  if (override.expires_at === expires_at) return
  const { settings } = await findSettings(org, 'overrides')
  const expiry = checkExpiry(settings, expires_at, at)
  if ('refusal' in expiry) throw fieldProblem('expires_at', expiry.refusal, expires_at)
  const isLater = (expires_at ?? Infinity) > (override.expires_at ?? Infinity)
  if (isLater && needsApproval(settings, 'flow', override.flow_tags)) {
    const { created_by_id } = override
    await requireApprover(write, settings, { requested_by_id: created_by_id, role })
  }
  await org.executeBatch([
    ...expiryWrites(org, {
      ...expiryBy(write, expires_at, reason),
      override_id: id,
    }),
    ...auditEntryStatements(org, {
      id: write.newId(),
      at,
      actor,
      kind: 'override_expiry_set',
      subject: { flow_name, trail_name },
      body: { override_id: id, attestation_name: name, flow_name, trail_name, expires_at, reason },
    }),
  ])
}
