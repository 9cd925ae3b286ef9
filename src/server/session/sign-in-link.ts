import { randomBytes } from 'node:crypto'
import { daySeconds } from '#domain/common/days.ts'
import { hashSecret } from '#server/platform/credentials.ts'

/** Seconds that a one-time sign-in link works: a day. */
export const linkLifetime = daySeconds

/**
 * Makes a link that signs in once, and its hash to store. `returnTo` is a path of the dashboard.
 */
export function makeSignInLink(baseUrl: string, returnTo?: string): { url: string; hash: Buffer } {
  const token = randomBytes(24).toString('base64url')
  const query = new URLSearchParams({ token, ...(returnTo ? { return_to: returnTo } : {}) })
  return { url: `${baseUrl}/sign-in?${query}`, hash: hashSecret(token) }
}
