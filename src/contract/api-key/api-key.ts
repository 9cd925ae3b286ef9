import * as z from 'zod/mini'
import { maybe, timestamp } from '#contract/common/fields.ts'

/** States of a key as the dashboard shows them; `unused` and `expiring` keys work, too. */
export const keyStates = ['active', 'expiring', 'rotating', 'unused', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** The last second of the year 9999: dates after it do not fit everywhere. */
const endOfTime = 253_402_300_799
const maxGraceSeconds = 87_600

/** Unix seconds; 0 and absent mean that the key never expires. */
const expiry = maybe(z.int().check(z.lte(endOfTime)))

export const keyInput = z.object({
  description: maybe(z.string().check(z.maxLength(255))),
  expires_at: expiry,
})
export type KeyInput = z.output<typeof keyInput>

export const rotationInput = z.object({
  /** Hours for which the old key still works: 24 by default, 0 to revoke it at once. */
  grace_period_hours: maybe(z.int().check(z.gte(0), z.lte(maxGraceSeconds))),
  /** Expiry of the new key; by default that of the old one. */
  expires_at: expiry,
})
export type RotationInput = z.output<typeof rotationInput>

const common = {
  id: z.string(),
  description: z.string(),
  created_at: timestamp,
  /** 0 = never. */
  expires_at: timestamp,
  /** When a rotated key stops working. */
  grace_period_expires_at: z.optional(timestamp),
}

/** Everything about a key but its secret. */
export const keyMetadata = z.object({ ...common, last_used_at: timestamp })
export type KeyMetadata = z.output<typeof keyMetadata>

/** A new key with its secret, which is shown only once, under both names. */
export const newKey = z.object({ ...common, key: z.string(), api_key: z.string() })
export type NewKey = z.output<typeof newKey>

/** A row of the dashboard's list of keys, which includes those that no longer work. */
export const keySummary = z.object({
  id: z.string(),
  description: z.string(),
  /** First characters of the key; null for an imported one. */
  prefix: z.nullable(z.string()),
  state: z.enum(keyStates),
  created_at: timestamp,
  /** Who created it; null for a person's own key. */
  created_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  /** When a rotated key stops working. */
  grace_ends_at: z.nullable(timestamp),
  /** Id of the key that replaced it. */
  replaced_by: z.nullable(z.string()),
  revoked_at: z.nullable(timestamp),
  last_used_at: z.nullable(timestamp),
  last_address: z.nullable(z.string()),
})
export type KeySummary = z.output<typeof keySummary>
