import type { KeyState } from '#contract/api-key/api-key.ts'

const day = 24 * 3600
/** A key that expires within this time is named before it does. */
const expiresSoon = 14 * day
/** A key that nobody used for this long is worth asking about. */
const unusedFor = 90 * day

/** When a key was made, used and ended; Unix seconds. */
export interface KeyLife {
  created_at: number
  expires_at: number | null
  /** Of a key that was rotated: when it stops working. */
  grace_ends_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** Whether a key is still kept in lists: it was not revoked, nor has another taken its place. */
export const isKept = ({ revoked_at, grace_ends_at }: KeyLife, now: number): boolean =>
  revoked_at === null && (grace_ends_at === null || grace_ends_at > now)

/** Whether a key has come to the end that was set for it. */
const hasExpired = ({ expires_at }: KeyLife, now: number): boolean =>
  expires_at !== null && expires_at <= now

/** Whether a key opens anything at an instant. */
export const isWorking = (key: KeyLife, now: number): boolean =>
  isKept(key, now) && !hasExpired(key, now)

/** The one word for a key that says most. */
export function keyState(key: KeyLife, now: number): KeyState {
  if (!isKept(key, now)) return 'revoked'
  if (hasExpired(key, now)) return 'expired'
  if (key.grace_ends_at !== null) return 'rotating'
  if (key.expires_at !== null && key.expires_at - now <= expiresSoon) return 'expiring'
  return now - (key.last_used_at ?? key.created_at) > unusedFor ? 'unused' : 'active'
}

/** When a working key stops of itself: at its expiry or at the end of its grace; null for never. */
export function endOfKey({ expires_at, grace_ends_at }: KeyLife): number | null {
  const ends = [expires_at, grace_ends_at].filter((end) => end !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}
