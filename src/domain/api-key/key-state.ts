import type { KeyState } from '#contract/api-key/api-key.ts'
import { daySeconds } from '#domain/common/days.ts'

/** Seconds before its expiry from which a key is `expiring`. */
const expiresSoon = 14 * daySeconds
/** Seconds without use after which a key is `unused`. */
const unusedFor = 90 * daySeconds

/** Times of a key's creation, use and end, in Unix seconds. */
export interface KeyLife {
  created_at: number
  expires_at: number | null
  /** When a rotated key stops working. */
  grace_ends_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** Returns whether a key is still listed: neither revoked nor replaced by another. */
export const isRetained = ({ revoked_at, grace_ends_at }: KeyLife, now: number): boolean =>
  revoked_at === null && (grace_ends_at === null || grace_ends_at > now)

/** Returns whether a key has reached its expiry. */
const hasExpired = ({ expires_at }: KeyLife, now: number): boolean =>
  expires_at !== null && expires_at <= now

/** Returns whether a key is accepted at a time. */
export const isWorking = (key: KeyLife, now: number): boolean =>
  isRetained(key, now) && !hasExpired(key, now)

/** Returns the most specific state of a key. */
export function keyState(key: KeyLife, now: number): KeyState {
  if (!isRetained(key, now)) return 'revoked'
  if (hasExpired(key, now)) return 'expired'
  if (key.grace_ends_at !== null) return 'rotating'
  if (key.expires_at !== null && key.expires_at - now <= expiresSoon) return 'expiring'
  return now - (key.last_used_at ?? key.created_at) > unusedFor ? 'unused' : 'active'
}

/** Returns when a working key stops, at its expiry or the end of its grace; null for never. */
export function endOfKey({ expires_at, grace_ends_at }: KeyLife): number | null {
  const ends = [expires_at, grace_ends_at].filter((end) => end !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

/**
 * When a key that is made now is refused for its age; null for never. Instants are whole Unix
 * seconds.
 */
export const latestExpiry = (maxAgeDays: number | null, now: number): number | null =>
  maxAgeDays === null ? null : Math.floor(now) + maxAgeDays * daySeconds
