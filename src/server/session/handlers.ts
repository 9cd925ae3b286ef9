import { randomBytes } from 'node:crypto'
import { daySeconds } from '#domain/common/days.ts'
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
import { sessionCookie, sessionTokenOf } from '#server/request/session-cookie.ts'
import { changeOwnAccount, type OwnAccountChange } from '#server/user/change-own-account.ts'

/** Seconds that a dashboard session lasts: 30 days. */
const lifetime = 30 * daySeconds
/** Maximum stored length of a browser's user agent. */
const maxUserAgentLength = 400

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
  const user = await systemDatabase.redeemSignInToken(hash, now)
  if (!user) {
    await recordRefusedSignIn(context, hash, attempt)
    throw new Problem(401, 'This link is not valid')
  }
  const key = { keyId: null, keyLabel: null, keyEndsAt: null, signedInAt: now }
  const person = { userId: user.id, name: user.name, responsibleId: user.id }
  return { ...person, ...key, address, requestId, isServiceAccount: false }
}

/** Ends sessions, and appends an audit entry if there were any. */
async function endSessions(
  { own, record }: OwnAccountChange,
  which: Parameters<OwnAccountChange['own']['endSessions']>[0],
  how: string,
): Promise<number> {
  const ended = await own.endSessions(which)
  if (ended > 0) await record('signed_out', { how, sessions: ended })
  return ended
}

const writeOwn = <T>(context: AccountContext, work: (write: OwnAccountChange) => Promise<T>) => {
  requirePerson(context, 'sessions')
  return changeOwnAccount(context, work)
}

/** Ends the session that a browser had before it signed in again. */
async function endReplaced(
  context: Context,
  hash: Buffer,
  from: { address: string; requestId: string },
) {
  const asked = { orgName: null, now: context.clock(), ...from }
  const access = await context.systemDatabase.accessBySession(hash, asked)
  if (!access) return
  const { actor } = access
  await changeOwnAccount({ ...context, actor }, (write) => endSessions(write, { hash }, 'replaced'))
}

export const sessionHandlers = {
  async createSession(context, { body, address, requestId, header }) {
    const actor = await whoSignsIn(context, body, { address, requestId })
    const { isSecure } = context.links
    const replaced = sessionTokenOf(header('cookie'), isSecure)
    if (replaced) await endReplaced(context, replaced, { address, requestId })
    const cookie = randomBytes(32).toString('base64url')
    await changeOwnAccount({ ...context, actor }, async ({ own, at, newId, record }) => {
      const id = newId()
      await own.addSession({
        hash: hashSecret(cookie),
        id,
        user_agent: header('user-agent')?.slice(0, maxUserAgentLength) ?? null,
        address,
        created_at: at,
        last_seen_at: at,
        expires_at: at + lifetime,
        key_id: actor.keyId,
      })
      await record('signed_in', { session_id: id, by: actor.keyId ? 'api_key' : 'link' })
    })
    return new Answer(201, await context.systemDatabase.sessionOf(actor), {
      'set-cookie': sessionCookie(cookie, lifetime, isSecure),
    })
  },

  async getSession({ systemDatabase, actor }) {
    return systemDatabase.sessionOf(actor)
  },

  async deleteSession(context) {
    const { sessionHash: hash, links } = context
    if (hash) await changeOwnAccount(context, (write) => endSessions(write, { hash }, 'signed out'))
    return new Answer(200, 'OK', { 'set-cookie': sessionCookie('', 0, links.isSecure) })
  },

  async listOwnSessions({ systemDatabase, actor, clock, sessionHash }) {
    const sessions = await systemDatabase.ownAccount(actor.userId).listSessions(clock())
    return sessions.map(({ hash, user_id: _, key_id: __, ...session }) => ({
      ...session,
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
