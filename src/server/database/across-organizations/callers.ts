import { timingSafeEqual } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import type { PresentedKey } from '../../session/api-key.ts'
import type { Tables } from '../tables.ts'

/** What a request asks for, when, and from where. */
export interface Asked {
  /** The organization in its path, if any. */
  orgName: string | null
  now: number
  address: string | null
  requestId: string | null
}

/** Who calls, and what they are in the organization asked for. */
export interface CallerRow {
  user_id: string
  user_name: string
  org_id: string | null
  org_kind: 'personal' | 'shared' | null
  role: Role | null
  is_service_account: boolean
}

interface Seen {
  last_seen_at: number | null
}

interface KeyRow extends CallerRow, Seen {
  key_id: string
  key_label: string
  /** Of a key of a service account. */
  key_org_id: string | null
  hash: Buffer
}

// These stand before every request: plain text spares building the same query each time.
const person = `user_account.id as user_id, user_account.name as user_name,
  membership.org_id, organization.kind as org_kind, membership.role, false as is_service_account`
const inOrganization = `left join organization on organization.name = $2
  left join membership on membership.user_id = user_account.id
    and membership.org_id = organization.id`
const isValid = (table: string) => `${table}.revoked_at is null
    and (${table}.expires_at is null or ${table}.expires_at > $3)
    and (${table}.grace_ends_at is null or ${table}.grace_ends_at > $3)`
const ofKey = (
  table: string,
) => `${table}.id as key_id, ${table}.description as key_label, ${table}.hash,
  ${table}.last_used_at as last_seen_at`
const byPersonalKey = (column: 'id' | 'hash') => `
  select ${person}, ${ofKey('api_key')}, null as key_org_id
  from api_key join user_account on user_account.id = api_key.user_id ${inOrganization}
  where api_key.${column} = $1 and ${isValid('api_key')}`
const byPersonalKeyId = byPersonalKey('id')
const byPersonalKeyHash = byPersonalKey('hash')
const byServiceKeyId = `
  select service_account.id as user_id, service_account.name as user_name,
    organization.id as org_id, organization.kind as org_kind,
    case when organization.id is not null then service_account.privilege end as role,
    true as is_service_account, ${ofKey('service_key')}, service_key.org_id as key_org_id
  from service_key join service_account on service_account.org_id = service_key.org_id
    and service_account.id = service_key.account_id and service_account.deleted_at is null
  left join organization on organization.name = $2 and organization.id = service_account.org_id
  where service_key.id = $1 and ${isValid('service_key')}`
const bySession = `
  select ${person}, session.last_seen_at
  from session join user_account on user_account.id = session.user_id ${inOrganization}
  where session.hash = $1 and session.expires_at > $3`

const noteUseOf = {
  personal: `update api_key set last_used_at = $2, last_address = $3 where id = $1`,
  service: `update service_key set last_used_at = $2, last_address = $3 where id = $1`,
  session: `with used as (
      update session set last_seen_at = $2, address = $3 where hash = $1 returning user_id)
    update user_account set last_seen_at = $2 from used where user_account.id = used.user_id`,
}

/** A use is noted at most this often, in seconds, so that reading stays a read. */
const noticedEvery = 60

const isNews = (seen: Seen, { now }: Asked) => now - (seen.last_seen_at ?? 0) > noticedEvery

/** Whose valid key it is, or null. */
export async function findByKey(
  database: Kysely<Tables>,
  key: PresentedKey,
  asked: Asked,
): Promise<KeyRow | null> {
  const { orgName, now, address } = asked
  const isOfService = key.kind === 'service'
  const statement = isOfService ? byServiceKeyId : key.id ? byPersonalKeyId : byPersonalKeyHash
  const query = CompiledQuery.raw(statement, [key.id ?? key.hash, orgName, now])
  const [found] = (await database.executeQuery(query as CompiledQuery<KeyRow>)).rows
  if (!found || !timingSafeEqual(found.hash, key.hash)) return null
  if (isNews(found, asked)) {
    const note = noteUseOf[isOfService ? 'service' : 'personal']
    await database.executeQuery(CompiledQuery.raw(note, [found.key_id, now, address]))
  }
  return found
}

/** Whose session it is that has not ended, or null. */
export async function findBySession(
  database: Kysely<Tables>,
  hash: Buffer,
  asked: Asked,
): Promise<CallerRow | null> {
  const { orgName, now, address } = asked
  const query = CompiledQuery.raw(bySession, [hash, orgName, now])
  const [found] = (await database.executeQuery(query as CompiledQuery<CallerRow & Seen>)).rows
  if (!found) return null
  if (isNews(found, asked)) {
    await database.executeQuery(CompiledQuery.raw(noteUseOf.session, [hash, now, address]))
  }
  return found
}
