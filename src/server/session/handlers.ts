import { randomBytes } from 'node:crypto'
import { changeOwn, type OwnWrite, requirePerson } from '../change/record-own.ts'
import { recordRefusedSignIn } from '../change/record-refusal.ts'
import { type AccountContext, Answer, type Context, type Handlers } from '../handler.ts'
import { notFound, Problem, refusedField } from '../problem.ts'
import { readKey } from './api-key.ts'
import { sessionCookie } from './cookie.ts'
import { hashSecret } from './hash-secret.ts'

/** A dashboard session lasts this long, in seconds: 30 days. */
const lifetime = 30 * 24 * 3600
/** What browsers say of themselves is kept up to this length. */
const longestAgent = 400

/** Who a key or a token belongs to. @throws Problem 401, and 403 for a key of a service account */
async function whoSignsIn(
  context: Context,
  given: { api_key?: string | null; token?: string | null },
  { address, requestId }: { address: string; requestId: string },
) {
  const { across } = context
  const now = context.clock()
  const asked = { address, requestId, path: 'sign-in' }
  if (given.api_key) {
    const key = readKey(given.api_key.trim())
    const access =
      key && (await across.accessByKey(key, { orgName: null, now, address, requestId }))
    if (!access) {
      if (key) await recordRefusedSignIn(context, key, asked)
      throw new Problem(401, 'This key is not valid')
    }
    if (!access.actor.isServiceAccount) return access.actor
    if (key) await recordRefusedSignIn(context, key, asked)
    throw new Problem(403, 'This key is of a service account: sign in with a personal one')
  }
  if (!given.token) throw refusedField('api_key', 'Field required')
  const hash = hashSecret(given.token)
  const user = await across.redeemSignInToken(hash, now)
  if (!user) {
    await recordRefusedSignIn(context, hash, asked)
    throw new Problem(401, 'This link is not valid')
  }
  const key = { keyId: null, keyLabel: null }
  return { userId: user.id, name: user.name, ...key, address, requestId, isServiceAccount: false }
}

/** Ends sessions, and says so where there were any. */
async function endSessions(
  { own, record }: OwnWrite,
  which: Parameters<OwnWrite['own']['endSessions']>[0],
  how: string,
): Promise<number> {
  const ended = await own.endSessions(which)
  if (ended > 0) await record('signed_out', { how, sessions: ended })
  return ended
}

const writeOwn = <T>(context: AccountContext, work: (write: OwnWrite) => Promise<T>) => {
  requirePerson(context, 'sessions')
  return changeOwn(context, work)
}

export const sessionHandlers = {
  async createSession(context, { body, address, requestId, header }) {
    const actor = await whoSignsIn(context, body, { address, requestId })
    const cookie = randomBytes(32).toString('base64url')
    await changeOwn({ ...context, actor }, async ({ own, at, newId, record }) => {
      const id = newId()
      await own.addSession({
        hash: hashSecret(cookie),
        id,
        user_agent: header('user-agent')?.slice(0, longestAgent) ?? null,
        address,
        created_at: at,
        last_seen_at: at,
        expires_at: at + lifetime,
      })
      await record('signed_in', { session_id: id, by: actor.keyId ? 'api_key' : 'link' })
    })
    return new Answer(201, await context.across.sessionOf(actor), {
      'set-cookie': sessionCookie(cookie, lifetime, context.links.isSecure),
    })
  },

  async getSession({ across, actor }) {
    return across.sessionOf(actor)
  },

  async deleteSession(context) {
    const { sessionHash: hash, links } = context
    if (hash) await changeOwn(context, (write) => endSessions(write, { hash }, 'signed out'))
    return new Answer(200, 'OK', { 'set-cookie': sessionCookie('', 0, links.isSecure) })
  },

  async listOwnSessions({ across, actor, clock, sessionHash }) {
    const sessions = await across.ownAccount(actor.userId).listSessions(clock())
    return sessions.map(({ hash, user_id: _, ...session }) => ({
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
