import type {
  KeyInput,
  KeyMetadata,
  KeySummary,
  NewKey,
  RotationInput,
} from '#contract/api-key/api-key.ts'
import { type KeyLife, keyState } from '#domain/api-key/key-state.ts'
import { type KeyKind, keyPrefix, makeKey, hashSecret } from '#server/platform/credentials.ts'
import { Problem, fieldProblem } from '#server/platform/problem.ts'

/** Hours that a rotated key still works by default. */
const defaultGraceSeconds = 24

/** A stored key, without its hash. */
interface KeyRow extends KeyLife {
  id: string
  description: string
  replaced_by: string | null
  last_address: string | null
}

/** A new key: its stored row, and the text that is shown once. */
export interface MadeKey {
  row: {
    id: string
    hash: Buffer
    description: string
    created_at: number
    expires_at: number | null
  }
  secret: string
}

/** Returns when a key expires: 0 and absent mean never. @throws Problem 400 for the past */
function expiryOf(given: number | null | undefined, now: number): number | null {
  if (!given) return null
  if (given <= now) throw fieldProblem('expires_at', 'Input should be in the future', given)
  return given
}

/** The refusal of a key that would outlast the one that its maker came with. */
export const outlastsMaker = (end: number, input: number): Problem =>
  fieldProblem(
    'expires_at',
    `Input should be at most ${Math.floor(end)}: you came with a key that ends then`,
    input,
  )

/** Makes a key by a request body. @throws Problem 400 when it would expire in the past */
export function makeNewKey(kind: KeyKind, id: string, input: KeyInput, now: number): MadeKey {
  const secret = makeKey(kind, id)
  const expires_at = expiryOf(input.expires_at, now)
  const description = input.description ?? ''
  return { row: { id, hash: hashSecret(secret), description, created_at: now, expires_at }, secret }
}

/**
 * Makes the key that replaces an old one, and returns the change of the old one: it works until its
 * grace ends, or no longer.
 * @throws Problem 400 when the old one is in its grace already, or the new one would be expired
 */
export function rotateKey(
  kind: KeyKind,
  id: string,
  old: KeyRow,
  input: RotationInput,
  now: number,
) {
  if (old.grace_ends_at !== null) {
    throw new Problem(400, 'The API key was rotated already and is in its grace period', {
      code: 'key_rotated',
    })
  }
  const expires_at = input.expires_at ?? old.expires_at
  const made = makeNewKey(kind, id, { description: old.description, expires_at }, now)
  const hours = input.grace_period_hours ?? defaultGraceSeconds
  const grace_ends_at = now + hours * 3600
  const ended = hours === 0 ? { revoked_at: now } : {}
  return { made, old: { grace_ends_at, replaced_by: id, ...ended } }
}

/** Serializes a new key, this once with its secret. */
export const newKeyItem = (
  { row: { id, description, created_at, expires_at }, secret }: MadeKey,
  grace_ends_at?: number,
): NewKey => ({
  id,
  key: secret,
  api_key: secret,
  description,
  created_at,
  expires_at: expires_at ?? 0,
  ...(grace_ends_at !== undefined && { grace_period_expires_at: grace_ends_at }),
})

/** Serializes a key for the public API. */
export const keyItem = (key: KeyRow): KeyMetadata => ({
  id: key.id,
  description: key.description,
  created_at: key.created_at,
  expires_at: key.expires_at ?? 0,
  last_used_at: key.last_used_at ?? 0,
  ...(key.grace_ends_at !== null && { grace_period_expires_at: key.grace_ends_at }),
})

/** Serializes a key for the dashboard. */
export const keySummary = (
  key: KeyRow & { created_by?: string },
  kind: KeyKind | null,
  now: number,
): KeySummary => ({
  id: key.id,
  description: key.description,
  prefix: kind && keyPrefix(kind, key.id),
  state: keyState(key, now),
  created_at: key.created_at,
  created_by: key.created_by ?? null,
  expires_at: key.expires_at,
  grace_ends_at: key.grace_ends_at,
  replaced_by: key.replaced_by,
  revoked_at: key.revoked_at,
  last_used_at: key.last_used_at,
  last_address: key.last_address,
})
