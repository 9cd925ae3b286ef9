import { timingSafeEqual } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { daySeconds } from '#domain/common/days.ts'
import type { PresentedKey } from '#server/platform/credentials.ts'
import type { SessionRules } from '#server/platform/sign-in-config.ts'
import type { StoredSections } from '#server/database/tables/organization.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AccessCache } from './access-cache.ts'

/** Target, instant and origin of a request. */
export interface CallerScope {
  /** The organization in its path, if any. */
  orgName: string | null
  now: number
  address: string | null
  requestId: string | null
}

/** The caller, and their membership in the requested organization. */
export interface CallerRow {
  user_id: string
  user_name: string
  org_id: string | null
  org_kind: 'personal' | 'shared' | null
  role: Role | null
  /** For a key that is too old for the requested organization: how many days one may be old. */
  key_days: number | null
  /** When the requested organization is purged, of a member where it was deleted; else null. */
  purge_at: number | null
  is_service_account: boolean
  /** End of the key that they came with, or that their session was opened with; null for never. */
  ends_at: number | null
  /** When that key was made; null for a session that no key opened. */
  key_made_at: number | null
  /** When their session was opened; null for a key. */
  signed_in_at: number | null
  responsible_id: string
  /** Settings of the requested organization. */
  settings: StoredSections
  /** Until when this holds if nothing is changed; null for ever. */
  holds_until: number | null
}

/** When somebody was noticed last. */
interface Seen {
  last_seen_at: number | null
  /** In the requested organization. */
  seen_here_at: number | null
}

export interface KeyRow extends CallerRow, Seen {
  key_id: string
  key_label: string
  /** For a key of a service account. */
  key_org_id: string | null
  hash: Buffer
}

// These run before every request: plain text spares building the same query each time.
const maxDays = `(key_rule.value ->> 'max_age_days')::double precision`
/** When a key is too old for the requested organization. */
const tooOldAt = (key: string) => `${key}.created_at + ${maxDays} * ${daySeconds}`
/**
 * The role of who comes with a key, or with a session of one: none for a key that is too old here, and
 * none where the organization was deleted.
 */
const roleWith = (key: string, role: string) => {
  const isTooOld = `coalesce(${tooOldAt(key)} <= $3, false)`
  return `case when not ${isTooOld} and organization.purge_at is null then ${role} end as role,
    case when ${isTooOld} then ${maxDays} end as key_days,
    case when ${role} is not null then organization.purge_at end as purge_at`
}
const settings = `coalesce((select json_object_agg(section, value) from organization_setting
  where org_id = organization.id), '{}') as settings`
const person = `user_account.id as user_id, user_account.name as user_name,
  user_account.id as responsible_id, membership.org_id, organization.kind as org_kind,
  ${settings},
  membership.last_seen_at as seen_here_at, false as is_service_account,
  ${roleWith('api_key', 'membership.role')}`
const ofKeyRule = `left join organization_setting as key_rule
  on key_rule.org_id = organization.id and key_rule.section = 'keys'`
const inOrganization = `left join organization on organization.name = $2
  left join membership on membership.user_id = user_account.id
    and membership.org_id = organization.id ${ofKeyRule}`
const isValid = (table: string) => `${table}.revoked_at is null
    and (${table}.expires_at is null or ${table}.expires_at > $3)
    and (${table}.grace_ends_at is null or ${table}.grace_ends_at > $3)`
const ofKey = (
  table: string,
) => `${table}.id as key_id, ${table}.description as key_label, ${table}.hash,
  ${table}.last_used_at as last_seen_at, least(${table}.expires_at, ${table}.grace_ends_at) as ends_at,
  ${table}.created_at as key_made_at, null::double precision as signed_in_at,
  least(${table}.expires_at, ${table}.grace_ends_at, ${tooOldAt(table)}) as holds_until`
const byPersonalKey = (column: 'id' | 'hash') => `
  select ${person}, ${ofKey('api_key')}, null as key_org_id
  from api_key join user_account on user_account.id = api_key.user_id ${inOrganization}
  where api_key.${column} = $1 and ${isValid('api_key')} and user_account.disabled_at is null`
const byPersonalKeyId = byPersonalKey('id')
const byPersonalKeyHash = byPersonalKey('hash')
const byServiceKeyId = `
  select service_account.id as user_id, service_account.name as user_name,
    organization.id as org_id, organization.kind as org_kind, ${settings},
    ${roleWith('service_key', 'case when organization.id is not null then service_account.privilege end')},
    null as seen_here_at, true as is_service_account, service_key.responsible_id,
    ${ofKey('service_key')}, service_key.org_id as key_org_id
  from service_key join service_account on service_account.org_id = service_key.org_id
    and service_account.id = service_key.account_id and service_account.deleted_at is null
  left join organization on organization.name = $2 and organization.id = service_account.org_id
  ${ofKeyRule}
  where service_key.id = $1 and ${isValid('service_key')} and not exists (
    select from user_account where id = service_key.responsible_id and disabled_at is not null)`
/**
 * Condition that a session is valid at an instant, as are its person and the key that opened it.
 */
export const isLive = (
  now: string,
  { maxSeconds, maxIdleSeconds }: SessionRules,
) => `session.expires_at > ${now} and session.created_at > ${now} - ${maxSeconds}
    and session.last_seen_at > ${now} - ${maxIdleSeconds} and user_account.disabled_at is null
    and (session.key_id is null or (${isValid('api_key').replaceAll('$3', now)}))`
const bySession = (rules: SessionRules) => `
  select ${person}, session.last_seen_at, session.created_at as signed_in_at,
    least(api_key.expires_at, api_key.grace_ends_at) as ends_at, api_key.created_at as key_made_at,
    least(session.expires_at, session.created_at + ${rules.maxSeconds},
      session.last_seen_at + ${rules.maxIdleSeconds}, api_key.expires_at, api_key.grace_ends_at,
      ${tooOldAt('api_key')}) as holds_until
  from session join user_account on user_account.id = session.user_id
  left join api_key on api_key.id = session.key_id ${inOrganization}
  where session.hash = $1 and ${isLive('$3', rules)}`

const noteUseOf = {
  personal: `update api_key set last_used_at = $2, last_address = $3 where id = $1`,
  service: `update service_key set last_used_at = $2, last_address = $3 where id = $1`,
  inOrganization: `update membership set last_seen_at = $3 where user_id = $1 and org_id = $2`,
  session: `with used as (
      update session set last_seen_at = $2, address = $3 where hash = $1 returning user_id)
    update user_account set last_seen_at = $2 from used where user_account.id = used.user_id`,
}

/** A use is recorded at most this often, in seconds, so that reading stays a read. */
const useRecordedEverySeconds = 60

const isUseDue = (seenAt: number | null, { now }: CallerScope) =>
  now - (seenAt ?? 0) > useRecordedEverySeconds

/** Records that somebody came to an organization that they are in. */
async function noteInOrganization(
  database: Kysely<Tables>,
  found: CallerRow & Seen,
  scope: CallerScope,
) {
  const { user_id, org_id, role, is_service_account, seen_here_at } = found
  if (is_service_account || !org_id || !role || !isUseDue(seen_here_at, scope)) return
  found.seen_here_at = scope.now
  const parameters = [user_id, org_id, scope.now]
  await database.executeQuery(CompiledQuery.raw(noteUseOf.inOrganization, parameters))
}

/** Finds the owner of a valid key, or null. */
export async function findByKey(
  database: Kysely<Tables>,
  known: AccessCache<KeyRow>,
  key: PresentedKey,
  scope: CallerScope,
): Promise<KeyRow | null> {
  const { orgName, now, address } = scope
  const isOfService = key.kind === 'service'
  const statement = isOfService ? byServiceKeyId : key.id ? byPersonalKeyId : byPersonalKeyHash
  const find = async () => {
    const query = CompiledQuery.raw(statement, [key.id ?? key.hash, orgName, now])
    return (await database.executeQuery(query as CompiledQuery<KeyRow>)).rows[0]
  }
  const found = await known.find(`${key.kind} ${key.id ?? key.hash.toString('hex')}`, scope, find)
  if (!found || !timingSafeEqual(found.hash, key.hash)) return null
  await noteInOrganization(database, found, scope)
  if (isUseDue(found.last_seen_at, scope)) {
    found.last_seen_at = now
    const note = noteUseOf[isOfService ? 'service' : 'personal']
    await database.executeQuery(CompiledQuery.raw(note, [found.key_id, now, address]))
  }
  return found
}

/** The caller of a session, and when they were noticed last. */
export type SessionRow = CallerRow & Seen

/** Finds the owner of a session that has not ended, or null. */
export async function findBySession(
  database: Kysely<Tables>,
  known: AccessCache<SessionRow>,
  hash: Buffer,
  scope: CallerScope,
  rules: SessionRules,
): Promise<CallerRow | null> {
  const { orgName, now, address } = scope
  const find = async () => {
    const query = CompiledQuery.raw(bySession(rules), [hash, orgName, now])
    return (await database.executeQuery(query as CompiledQuery<SessionRow>)).rows[0]
  }
  const found = await known.find(hash.toString('hex'), scope, find)
  if (!found) return null
  await noteInOrganization(database, found, scope)
  if (isUseDue(found.last_seen_at, scope)) {
    found.last_seen_at = now
    await database.executeQuery(CompiledQuery.raw(noteUseOf.session, [hash, now, address]))
  }
  return found
}

/** A caller with an open stream of events, as authenticated when it began. */
export interface StreamCaller {
  orgName: string
  /** Null for a session. */
  keyId: string | null
  isServiceAccount: boolean
  sessionHash: Buffer | null
}

/** A statement on one caller, applied to many: rows of `caller`, at the instant `$2`. */
const ofEach = (statement: string, kind: string, column: 'id' | 'hash') => `
  select caller.position from caller cross join lateral (${statement
    .replaceAll('$1', `caller.${column}`)
    .replaceAll('$2', 'caller.org_name')
    .replaceAll('$3', '$2')}) as found
  where caller.kind = '${kind}' and found.role is not null`

const byAllowed = (rules: SessionRules) => `
  with caller as (
    select * from jsonb_to_recordset($1::jsonb)
      as one(position integer, kind text, id text, hash bytea, org_name text))
  ${ofEach(byPersonalKeyId, 'personal', 'id')} union all
  ${ofEach(byServiceKeyId, 'service', 'id')} union all
  ${ofEach(bySession(rules), 'session', 'hash')}`

/** Returns which callers would be authenticated again now, by one query. */
export async function findAllowed(
  database: Kysely<Tables>,
  callers: readonly StreamCaller[],
  now: number,
  rules: SessionRules,
): Promise<Set<StreamCaller>> {
  if (callers.length === 0) return new Set()
  const credentials = callers.map(
    ({ orgName, keyId, isServiceAccount, sessionHash }, position) => ({
      position,
      kind: sessionHash ? 'session' : isServiceAccount ? 'service' : 'personal',
      id: keyId,
      hash: sessionHash && `\\x${sessionHash.toString('hex')}`,
      org_name: orgName,
    }),
  )
  const query = CompiledQuery.raw(byAllowed(rules), [JSON.stringify(credentials), now])
  const { rows } = await database.executeQuery(query as CompiledQuery<{ position: number }>)
  const positions = new Set(rows.map(({ position }) => position))
  return new Set(callers.filter((_, index) => positions.has(index)))
}
