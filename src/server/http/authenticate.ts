import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { sessionHeader } from '#contract/session/session.ts'
import { counted } from '#domain/common/counted.ts'
import type { Access } from '#server/database/system/system-database.ts'
import { keyOf } from '#server/platform/credentials.ts'
import { Problem } from '#server/platform/problem.ts'
import { isStorable } from '#server/platform/storable-text.ts'
import type { AccountContext, Context } from '#server/request/handler.ts'
import { sessionTokenOf } from '#server/request/session-cookie.ts'

const maxOrigin = 200

/** The caller, and their organization if the path names one. */
export interface Caller {
  actor: AccountContext['actor']
  sessionHash: Buffer | null
  org: (NonNullable<Access['org']> & { name: string }) | null
}

const keyRequired = () =>
  new Problem(401, 'A valid API key is required', { headers: { 'www-authenticate': 'Bearer' } })

/**
 * Authenticates the caller, by key or session, and finds their membership in the organization.
 * @throws Problem 401 or 403
 */
export async function authenticate(
  request: FastifyRequest,
  context: Pick<Context, 'systemDatabase' | 'clock' | 'links'>,
): Promise<Caller> {
  const { org: given = null } = request.params as Record<string, string>
  // Text that cannot be stored names no organization; neither does an empty name.
  const orgName = given === null || isStorable(given) ? given : ''
  const found = await findCaller(request, orgName, context)
  if (!found) throw keyRequired()
  const { access, sessionHash } = found
  const { clock } = context
  const caller = { actor: access.actor, sessionHash, org: null }
  if (orgName === null) return caller
  if (access.purgeAt !== null) {
    const message = `The organization '${orgName}' was deleted, and ${purgeOf(access.purgeAt, clock())}`
    throw new Problem(403, message, { code: 'organization_deleted' })
  }
  if (access.keyDays !== null) {
    const message = `Keys older than ${counted(access.keyDays, 'day')} give no access to '${orgName}': make another`
    throw new Problem(403, message, { code: 'no_access' })
  }
  if (!access.org) {
    throw new Problem(403, `Access denied to ${pathOf(request)}`, { code: 'no_access' })
  }
  return { ...caller, org: { ...access.org, name: orgName } }
}

const purgeOf = (purgeAt: number, now: number) =>
  purgeAt <= now
    ? 'is being purged'
    : `is purged at ${new Date(purgeAt * 1000).toISOString()}: until then cairn org keep takes it back`

async function findCaller(
  request: FastifyRequest,
  orgName: string | null,
  { systemDatabase, clock, links }: Pick<Context, 'systemDatabase' | 'clock' | 'links'>,
): Promise<{ access: Access; sessionHash: Buffer | null } | null> {
  const scope = { orgName, now: clock(), address: addressOf(request), requestId: request.id }
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const key = keyOf(authorization)
    const access = key && (await systemDatabase.accessByKey(key, scope))
    return access ? { access, sessionHash: null } : null
  }
  const sessionHash = sessionTokenOf(request.headers.cookie, links.isSecure)
  if (!sessionHash) return null
  const access = await systemDatabase.accessBySession(sessionHash, scope)
  if (!access) return null
  if (!['GET', 'HEAD'].includes(request.method)) requireSameOrigin(request, links.base)
  return { access, sessionHash }
}

/**
 * Requires a write with a session to come from our own pages: no other site can set this header or
 * this origin. Ours is the requested host, or that of links, which a proxy may hide.
 * @throws Problem 403
 */
function requireSameOrigin(request: FastifyRequest, base: string): void {
  const { origin } = request.headers
  if (request.headers[sessionHeader] === undefined) {
    throw new Problem(403, `Writes with a session need the header ${sessionHeader}`, {
      code: 'session_header_missing',
    })
  }
  const own = [request.host, new URL(base).host]
  if (origin === undefined || (URL.canParse(origin) && own.includes(new URL(origin).host))) return
  throw new Problem(
    403,
    `Writes with a session come from pages of ${base}, not of ${origin.slice(0, maxOrigin)}: ` +
      'set CAIRN_BASE_URL to the address that browsers use',
    { code: 'foreign_origin' },
  )
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url
}

/**
 * Returns the address of a request: from trusted proxies, or else the peer. Invalid addresses are
 * ignored, whoever passed them on.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown')
}
