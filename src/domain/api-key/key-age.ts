import { daySeconds } from '#domain/common/days.ts'

/**
 * When a key that is made now is refused for its age; null for never. Instants are whole Unix
 * seconds.
 */
export const latestExpiry = (maxAgeDays: number | null, now: number): number | null =>
  maxAgeDays === null ? null : Math.floor(now) + maxAgeDays * daySeconds
