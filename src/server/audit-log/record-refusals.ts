import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Author } from '#server/platform/actor.ts'
import type { PresentedKey } from '#server/platform/credentials.ts'
import type { Context } from '#server/request/handler.ts'
import { countRefusal, insertAuditEntry, takeCounted } from './queries.ts'

type Recorder = Pick<Context, 'systemDatabase' | 'clock' | 'newId'>

/** A refused request: actor, route, and the request without secrets. */
interface Refused {
  actor: Author
  kind: Extract<AuditKind, 'access_denied' | 'sign_in_refused'>
  /** Route by which refusals are counted, besides their actor. */
  route: string
  body: Record<string, string | null>
}

/** Longer paths are cut: names have at most 255 characters. */
const maxPathLength = 1000

/**
 * Records the first refusal of a kind for an actor and a route in a minute, and counts the others:
 * however many there are, the log grows by two entries.
 */
async function refuse({ clock, newId }: Recorder, org: OrgDatabase, refused: Refused) {
  const { actor, kind, route, body } = refused
  const at = clock()
  const recorded = {
    key_id: actor.keyId,
    key_label: actor.keyLabel ?? null,
    address: actor.address,
    request_id: actor.requestId ?? null,
    body,
  }
  await org.transaction(async (tx) => {
    const minute = Math.floor(at / 60)
    const times = await countRefusal(tx, { actor: actor.name, kind, route, minute, told: recorded })
    if (times > 1) return
    const entry = { kind, subject: {}, body, result: 'refused' } as const
    await insertAuditEntry({ org: tx, at, actor, newId }, entry)
  })
}

/**
 * Records a denied request in the organizations that the caller is in and asked about. An unknown
 * organization, or one of others, gets no entry; the service's log has the request.
 */
export async function recordRefusal(context: Recorder, request: RefusedRequest): Promise<void> {
  const { caller, key, route, method, message, requiredRole } = request
  const path = request.path.slice(0, maxPathLength)
  if (caller?.org) {
    const body = { method, path, message, required_role: requiredRole }
    const denied = { actor: caller.actor, kind: 'access_denied', route, body } as const
    await refuse(context, caller.org.database, denied)
  } else if (key) {
    await recordRefusedSignIn(context, key, { ...request, path: `${method} ${path}` })
  }
}

/**
 * Records a refused key or one-time link, if its owner is known, in the personal organization and
 * those that the owner has come to; of a key of a service account in its organization. Credentials
 * that never existed are not recorded. Address and path go to the person, and to the organization
 * that the path names; a path that came without the secret could be anybody's text, and goes to
 * nobody.
 */
export async function recordRefusedSignIn(
  context: Recorder,
  given: PresentedKey | Buffer,
  request: { address: string; requestId: string; path: string; orgName: string | null },
): Promise<void> {
  const found = await context.systemDatabase.findRefused(given, context.clock())
  if (!found) return
  const { name, keyId, keyLabel, reason, organizations } = found
  const { address, requestId, orgName } = request
  const by = keyId === null ? 'link' : 'api_key'
  const path = reason === 'secret' ? null : request.path
  const refusal = { kind: 'sign_in_refused', route: 'sign-in' } as const
  for (const { org, name: itsName, kind } of organizations) {
    const isNamed = kind === 'personal' || itsName === orgName
    const actor = isNamed
      ? { name, keyId, keyLabel, address, requestId }
      : { name, keyId, keyLabel: null, address: null, requestId }
    const recorded = { by, reason, ...(isNamed && path !== null && { path }) }
    await refuse(context, org, { ...refusal, actor, body: recorded })
  }
}

/**
 * Records that a person was refused whom the identity provider vouches for, in the organizations
 * that they have come to.
 */
export async function recordRefusedPerson(
  context: Recorder,
  { id, name }: { id: string; name: string },
  { reason, address, requestId }: { reason: string; address: string; requestId: string },
): Promise<void> {
  const body = { by: 'single_sign_on', reason }
  const refusal = { kind: 'sign_in_refused', route: 'sign-in', body } as const
  for (const { org, kind } of await context.systemDatabase.ownAccount(id).organizations()) {
    const isNamed = kind === 'personal'
    const actor = {
      name,
      keyId: null,
      keyLabel: null,
      address: isNamed ? address : null,
      requestId,
    }
    await refuse(context, org, { ...refusal, actor })
  }
}

/** Records how many refusals followed the recorded ones, in minutes that are over. */
export function flushRefusalCounts({ clock, newId }: Pick<Recorder, 'clock' | 'newId'>) {
  return (org: OrgDatabase): Promise<number> =>
    org.transaction(async (tx) => {
      const at = clock()
      const counted = await takeCounted(tx, Math.floor(at / 60))
      for (const { actor: name, kind, times, told: recorded } of counted) {
        if (times === 1) continue
        const { key_id: keyId, key_label: keyLabel, address, body } = recorded
        const actor = { name, keyId, keyLabel, address }
        await insertAuditEntry(
          { org: tx, at, actor, newId },
          {
            kind: kind as Refused['kind'],
            subject: {},
            body: { ...body, times: times - 1 },
            result: 'refused',
          },
        )
      }
      return counted.length
    })
}

/** A request answered 401 or 403. */
export interface RefusedRequest {
  /** The caller; null for an invalid key. */
  caller: { actor: Author; org: { database: OrgDatabase } | null } | null
  /** The invalid key. */
  key: PresentedKey | null
  route: string
  method: string
  path: string
  /** The organization that the path names. */
  orgName: string | null
  message: string
  requiredRole: Role | null
  address: string
  requestId: string
}
