import { randomBytes } from 'node:crypto'
import { Answer, type Handlers } from '../handler.ts'
import { Problem, refusedField } from '../problem.ts'
import { readKey } from './api-key.ts'
import { sessionCookie } from './cookie.ts'
import { hashSecret } from './hash-secret.ts'

/** A dashboard session lasts this long, in seconds: 30 days. */
const lifetime = 30 * 24 * 3600

export const sessionHandlers = {
  async createSession({ across, clock, links }, { body }) {
    const { api_key, token } = body
    const now = clock()
    let userId: string | null = null
    if (api_key) {
      const key = readKey(api_key.trim())
      const access = key && (await across.accessByKey(key, null, now))
      userId = access?.actor.userId ?? null
    } else if (token) {
      userId = await across.redeemSignInToken(hashSecret(token), now)
    } else {
      throw refusedField('api_key', 'Field required')
    }
    if (!userId)
      throw new Problem(401, api_key ? 'This key is not valid' : 'This link is not valid')
    const cookie = randomBytes(32).toString('base64url')
    await across.addSession({
      hash: hashSecret(cookie),
      user_id: userId,
      created_at: now,
      expires_at: now + lifetime,
    })
    return new Answer(201, await across.sessionOf(userId), {
      'set-cookie': sessionCookie(cookie, lifetime, links.isSecure),
    })
  },

  async getSession({ across, actor }) {
    return across.sessionOf(actor.userId)
  },

  async deleteSession({ across, sessionHash, links }) {
    if (sessionHash) await across.endSession(sessionHash)
    return new Answer(200, 'OK', { 'set-cookie': sessionCookie('', 0, links.isSecure) })
  },
} satisfies Partial<Handlers>
