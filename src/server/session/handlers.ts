import { recordRefusedSignIn } from '#server/audit-log/record-refusals.ts'
import { readKey, hashSecret } from '#server/platform/credentials.ts'
import { notFound, Problem, fieldProblem } from '#server/platform/problem.ts'
import { requirePerson } from '#server/request/access.ts'
import {
  type AccountContext,
  Answer,
  type Context,
  type Handlers,
} from '#server/request/handler.ts'
import { sessionCookie } from '#server/request/session-cookie.ts'
import { changeOwnAccount, type OwnAccountChange } from '#server/user/change-own-account.ts'
import { endSessions, idTokenOf, openSession } from './open-session.ts'

/**
 * Finds the owner of a key or a token.
 * @throws Problem 401, and 403 for a key of a service account
 */
async function whoSignsIn(
  context: Context,
  given: { api_key?: string | null; token?: string | null },
  { address, requestId }: { address: string; requestId: string },
) {
  const { systemDatabase } = context
  const now = context.clock()
  const attempt = { address, requestId, path: 'sign-in', orgName: null }
  if (given.api_key) {
    if (context.signInWays === 'oidc') {
      throw new Problem(403, 'Keys are not accepted for signing in here: use single sign-on')
    }
    const key = readKey(given.api_key.trim())
    const access =
      key && (await systemDatabase.accessByKey(key, { orgName: null, now, address, requestId }))
    if (!access) {
      if (key) await recordRefusedSignIn(context, key, attempt)
      throw new Problem(401, 'This key is not valid')
    }
    if (!access.actor.isServiceAccount) return access.actor
    if (key) await recordRefusedSignIn(context, key, attempt)
    throw new Problem(403, 'This key is of a service account: sign in with a personal one', {
      code: 'person_only',
    })
  }
  if (!given.token) throw fieldProblem('api_key', 'Field required')
  const hash = hashSecret(given.token)
  const user = await systemDatabase.redeemSignInToken(
    hash,
    now,
    context.signInWays === 'oidc' ? 'operator' : 'anyone',
  )
  if (!user) {
    await recordRefusedSignIn(context, hash, attempt)
    throw new Problem(401, 'This link is not valid')
  }
  const key = { keyId: null, keyLabel: null, keyEndsAt: null, keyMadeAt: null, signedInAt: now }
  const person = { userId: user.id, name: user.name, responsibleId: user.id }
  return { ...person, ...key, address, requestId, isServiceAccount: false }
}

const writeOwn = <T>(context: AccountContext, work: (write: OwnAccountChange) => Promise<T>) => {
  requirePerson(context, 'sessions')
  return changeOwnAccount(context, work)
}

/** The address that ends the session at the provider, too; null for one that did not begin there. */
async function logoutUrl(context: AccountContext, hash: Buffer): Promise<string | null> {
  const { identityProvider, systemDatabase, actor, secrets } = context
  const session =
    identityProvider && (await systemDatabase.ownAccount(actor.userId).findSession(hash))
  const idToken = session?.id_token && secrets.decrypt(session.id_token, idTokenOf(session.id))
  return identityProvider && idToken ? identityProvider.logoutUrl(idToken) : null
}

export const sessionHandlers = {
  async createSession(context, { body, address, requestId, header }) {
    const actor = await whoSignsIn(context, body, { address, requestId })
    const [cookieHeader, userAgent] = [header('cookie'), header('user-agent')]
    const browser = { address, requestId, userAgent, cookie: cookieHeader }
    const way = actor.keyId ? 'api_key' : 'link'
    const cookie = await openSession(context, actor, browser, { way })
    return new Answer(201, await context.systemDatabase.sessionOf(actor), { 'set-cookie': cookie })
  },

  async getSignInWays({ signInWays: ways, identityProvider }) {
    return { key: ways !== 'oidc', single_sign_on: identityProvider !== null }
  },

  async getSession({ systemDatabase, actor }) {
    return systemDatabase.sessionOf(actor)
  },

  async deleteSession(context) {
    const { sessionHash: hash, links } = context
    const logout_url = hash && (await logoutUrl(context, hash))
    if (hash) await changeOwnAccount(context, (write) => endSessions(write, { hash }, 'signed out'))
    const ended = sessionCookie('', 0, links.isSecure)
    return new Answer(200, { logout_url }, { 'set-cookie': ended })
  },

  async listOwnSessions({ systemDatabase, actor, clock, sessionHash }) {
    const rules = systemDatabase.sessions
    const sessions = await systemDatabase.ownAccount(actor.userId).listSessions(clock(), rules)
    return sessions.map(({ hash, ...session }) => ({
      ...session,
      // The rules may have become stricter since it began.
      expires_at: Math.min(session.expires_at, session.created_at + rules.maxSeconds),
      is_current: sessionHash?.equals(hash) ?? false,
    }))
  },

  async endOwnSession(context, { params: { id } }) {
    const ended = await writeOwn(context, (write) => endSessions(write, { id }, 'ended'))
    if (ended === 0) throw notFound('Session not found')
    return 'ended'
  },

  async endOtherSessions(context) {
    const except = context.sessionHash
    const ended = await writeOwn(context, (w) => endSessions(w, { except }, 'ended all others'))
    return { ended }
  },
} satisfies Partial<Handlers>
