import { expiryWrites } from '../override/state-queries.ts'
import { refusedField } from '../problem.ts'
import { recordWrites } from '../record/queries.ts'
import { lockOverride } from './end-override.ts'
import type { Write } from './write.ts'

/** Says that an end lies in the future. @throws Problem 400 */
export function requireFuture(expires_at: number | null | undefined, now: number): void {
  if (expires_at == null || expires_at > now) return
  throw refusedField('expires_at', 'The end should be in the future', expires_at)
}

/** Until when an override stands, as the author of a write says it. */
export const expiryBy = (
  { newId, at, actor }: Write,
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

/** Says until when an override stands from now on. @throws Problem 404, 409, 400 for the past */
export async function setOverrideExpiry(
  write: Write,
  id: string,
  { expires_at, reason }: { expires_at: number | null; reason: string },
): Promise<void> {
  const { org, at, actor } = write
  const { flow_name, trail_name, name, ...override } = await lockOverride(write, id)
  requireFuture(expires_at, at)
  if (override.expires_at === expires_at) return
  await org.writeTogether([
    ...expiryWrites(org, {
      ...expiryBy(write, expires_at, reason),
      override_id: id,
    }),
    ...recordWrites(org, {
      id: write.newId(),
      at,
      actor,
      kind: 'override_expiry_set',
      subject: { flow_name, trail_name },
      body: { override_id: id, attestation_name: name, flow_name, trail_name, expires_at, reason },
    }),
  ])
}
