import { randomBytes } from 'node:crypto'
import type { Author, Actor } from '#server/platform/actor.ts'
import { hashSecret } from '#server/platform/credentials.ts'
import type { Context } from '#server/request/handler.ts'
import type { Browser } from '#server/request/single-sign-on.ts'
import { sessionCookie, sessionTokenOf } from '#server/request/session-cookie.ts'
import { changeOwnAccount, type OwnAccountChange } from '#server/user/change-own-account.ts'

/** Maximum stored length of a browser's user agent. */
const maxUserAgentLength = 400

/** Ends sessions, and appends an audit entry if there were any. */
export async function endSessions(
  { own, appendEntry }: OwnAccountChange,
  which: Parameters<OwnAccountChange['own']['endSessions']>[0],
  how: string,
): Promise<number> {
  const ended = await own.endSessions(which)
  if (ended > 0) await appendEntry('signed_out', { how, sessions: ended })
  return ended
}

/** Ends the session that a browser had before it signed in again. */
async function endReplaced(context: Context, hash: Buffer, { address, requestId }: Browser) {
  const request = { orgName: null, now: context.clock(), address, requestId }
  const access = await context.systemDatabase.accessBySession(hash, request)
  if (!access) return
  const { actor } = access
  await changeOwnAccount({ ...context, actor }, (write) => endSessions(write, { hash }, 'replaced'))
}

/** Opens a session for a person, in place of the one that the browser has. @returns its cookie */
export async function openSession(
  context: Context,
  actor: Author & Pick<Actor, 'userId'>,
  browser: Browser,
  by:
    | { way: 'api_key' | 'link' }
    | { way: 'single_sign_on'; idToken: string; refreshToken: string | null },
): Promise<string> {
  const { isSecure } = context.links
  const { maxSeconds } = context.systemDatabase.sessions
  const replaced = sessionTokenOf(browser.cookie, isSecure)
  if (replaced) await endReplaced(context, replaced, browser)
  const token = randomBytes(32).toString('base64url')
  await changeOwnAccount({ ...context, actor }, async ({ own, at, newId, appendEntry }) => {
    const id = newId()
    await own.addSession({
      hash: hashSecret(token),
      id,
      user_agent: browser.userAgent?.slice(0, maxUserAgentLength) ?? null,
      address: browser.address,
      created_at: at,
      last_seen_at: at,
      expires_at: at + maxSeconds,
      key_id: actor.keyId,
      ...('idToken' in by && encryptedTokens(context, id, by, at)),
    })
    await appendEntry('signed_in', { session_id: id, by: by.way })
  })
  return sessionCookie(token, maxSeconds, isSecure)
}

/** Tokens of the provider that a session of single sign-on keeps. */
function encryptedTokens(
  { secrets }: Context,
  id: string,
  { idToken, refreshToken }: { idToken: string; refreshToken: string | null },
  at: number,
) {
  const id_token = secrets.encrypt(idToken, idTokenOf(id))
  if (refreshToken === null) return { id_token }
  return {
    id_token,
    refresh_token: secrets.encrypt(refreshToken, refreshTokenOf(id)),
    checked_at: at,
  }
}

/** The purpose that the refresh token of a session is encrypted for. */
export const refreshTokenOf = (sessionId: string) => `refresh token of session ${sessionId}`

/** The purpose that the ID token of a session is encrypted for. */
export const idTokenOf = (sessionId: string) => `ID token of session ${sessionId}`
