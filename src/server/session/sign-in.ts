import { isWorking } from '#domain/api-key/key-state.ts'
import type { AccountContext } from '#server/request/handler.ts'
import { Problem } from '#server/platform/problem.ts'
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

/** Hours after a sign-in in which its session may make keys. */
const maxHours = 12

/**
 * Requires a recent sign-in before a key is made, as the key would outlive a session that was left
 * open.
 * @throws Problem 401
 */
export async function requireRecentSignIn(context: AccountContext): Promise<void> {
  const { systemDatabase, actor, clock, sessionHash } = context
  const now = clock()
  if (actor.signedInAt === null || now - actor.signedInAt <= maxHours * 3600) return
  const own = systemDatabase.ownAccount(actor.userId)
  const session = sessionHash && (await own.findSession(sessionHash))
  const keys = await own.listKeys()
  // A person who came by a one-time link and has no key yet could not sign in again.
  if (!session?.id_token && !keys.some((key) => isWorking(key, now))) return
  throw new Problem(401, `Sign in again: keys are made within ${maxHours} hours of signing in`, {
    code: 'sign_in_again',
    headers: { 'www-authenticate': 'Bearer' },
  })
}
