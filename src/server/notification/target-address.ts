import { randomBytes } from 'node:crypto'
import type { Secrets } from '#server/platform/secrets.ts'

/** Address of a target, encrypted in the database. */
export type Address = { webhook: string } | { email: string[] }

/** The purpose that the address of a target is encrypted for. */
export const addressPurpose = (orgId: string, targetId: string) =>
  `notification_target ${orgId} ${targetId}`

/** Encrypts the address of a target. */
export function encryptAddress(
  secrets: Secrets,
  orgId: string,
  id: string,
  address: Address,
): Buffer {
  return secrets.encrypt(JSON.stringify(address), addressPurpose(orgId, id))
}

/** Decrypts the address of a target; null if it was encrypted under another key. */
export function decryptAddress(
  secrets: Secrets,
  orgId: string,
  { id, address }: { id: string; address: Buffer },
): Address | null {
  const text = secrets.decrypt(address, addressPurpose(orgId, id))
  return text === null ? null : (JSON.parse(text) as Address)
}

/** Replaces the secret part of an address. */
export const mask = '•••'

/** Masks the address of a webhook: path and query are its secret. */
export function maskedUrl(url: string): string {
  return `${new URL(url).origin}/${mask}`
}

/** The purpose that the secrets of a notification are encrypted for. */
export const signingPurpose = (orgId: string, id: string) => `notification ${orgId} ${id}`

/** Encrypts the secret of a notification. */
export function sealSigning(secrets: Secrets, orgId: string, id: string, secret: string): Buffer {
  return secrets.encrypt(secret, signingPurpose(orgId, id))
}

/** Decrypts the secret of a notification; null if it was encrypted under another key. */
export function revealSigning(
  secrets: Secrets,
  orgId: string,
  id: string,
  encrypted: Buffer,
): string | null {
  return secrets.decrypt(encrypted, signingPurpose(orgId, id))
}

/** A new secret to sign with. */
export const newSigning = () => `whsec_${randomBytes(32).toString('base64')}`

interface Signing {
  id: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: number | null
}

/**
 * Secrets that sign messages of a notification: the newest first; the one before only for a while.
 */
export function signingOf(secrets: Secrets, orgId: string, row: Signing, now: number): string[] {
  const isInGrace = (row.previous_until ?? 0) > now
  return [row.secret, ...(isInGrace ? [row.previous_secret] : [])].flatMap((one) =>
    one ? (revealSigning(secrets, orgId, row.id, one) ?? []) : [],
  )
}
