import * as z from 'zod/mini'
import { maybe, timestamp } from '#contract/common/fields.ts'

/** What a person sees of a key: `unused` and `expiring` ones work, too. */
export const keyStates = ['active', 'expiring', 'rotating', 'unused', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** The last second that every program can write as a date. */
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
  /** How long the old key still works: 24 unless said, 0 for no longer. */
  grace_period_hours: maybe(z.int().check(z.gte(0), z.lte(maxGraceSeconds))),
  /** Of the new key; absent takes over that of the old one. */
  expires_at: expiry,
})
export type RotationInput = z.output<typeof rotationInput>

const common = {
  id: z.string(),
  description: z.string(),
  created_at: timestamp,
  /** 0 = never. */
  expires_at: timestamp,
  /** Of a key that was rotated: when it stops working. */
  grace_period_expires_at: z.optional(timestamp),
}

/** All that can be read of a key. */
export const keyMetadata = z.object({ ...common, last_used_at: timestamp })
export type KeyMetadata = z.output<typeof keyMetadata>

/** A key at the only time that its secret is shown, under both names. */
export const newKey = z.object({ ...common, key: z.string(), api_key: z.string() })
export type NewKey = z.output<typeof newKey>

/** A key as the dashboard lists it, those that work no more too. */
export const keySummary = z.object({
  id: z.string(),
  description: z.string(),
  /** How the key begins; null for one that was made elsewhere. */
  prefix: z.nullable(z.string()),
  state: z.enum(keyStates),
  created_at: timestamp,
  /** Who made it; null where it is the person's own. */
  created_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  /** When a rotated key stops working. */
  grace_ends_at: z.nullable(timestamp),
  /** The key that took its place. */
  replaced_by: z.nullable(z.string()),
  revoked_at: z.nullable(timestamp),
  last_used_at: z.nullable(timestamp),
  last_address: z.nullable(z.string()),
})
export type KeySummary = z.output<typeof keySummary>
