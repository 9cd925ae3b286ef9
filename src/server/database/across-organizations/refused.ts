import { timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { PresentedKey } from '../../session/api-key.ts'
import { OrgDatabase } from '../org-database.ts'
import type { Tables } from '../tables.ts'

/** Whose key or link it was that does not work, why, and the organizations that are to know. */
export interface RefusedSignIn {
  name: string
  /** Of a key; null for a one-time link. */
  keyId: string | null
  keyLabel: string | null
  reason: string
  organizations: OrgDatabase[]
}

interface KeyRow {
  name: string
  key_id: string
  key_label: string
  hash: Buffer
  is_revoked: boolean
  is_over: boolean
  org_ids: string[]
}

const stateOf = (table: 'api_key' | 'service_key', now: number) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('id')} as key_id, ${column('description')} as key_label, ${column('hash')} as hash,
    ${column('revoked_at')} is not null as is_revoked,
    coalesce(least(${column('expires_at')}, ${column('grace_ends_at')}) <= ${now}, false) as is_over`
}

const organizationsOf = sql`array(select membership.org_id from membership
  where membership.user_id = user_account.id order by membership.org_id) as org_ids`

/** Whose key it is that was refused; null for one that nobody ever had. */
export async function findRefusedKey(
  database: Kysely<Tables>,
  key: PresentedKey,
  now: number,
): Promise<RefusedSignIn | null> {
  const by = key.id === null ? sql`api_key.hash = ${key.hash}` : sql`api_key.id = ${key.id}`
  const query =
    key.kind === 'service'
      ? sql<KeyRow>`select service_account.name, ${stateOf('service_key', now)},
          array[service_key.org_id] as org_ids
        from service_key join service_account on service_account.org_id = service_key.org_id
          and service_account.id = service_key.account_id
        where service_key.id = ${key.id}`
      : sql<KeyRow>`select user_account.name, ${stateOf('api_key', now)}, ${organizationsOf}
        from api_key join user_account on user_account.id = api_key.user_id where ${by}`
  const [row] = (await query.execute(database)).rows
  if (!row) return null
  const isSame = timingSafeEqual(row.hash, key.hash)
  const reason = !isSame ? 'secret' : row.is_revoked ? 'revoked' : row.is_over ? 'expired' : 'kind'
  const { name, key_id: keyId, key_label: keyLabel } = row
  return { name, keyId, keyLabel, reason, organizations: databasesOf(database, row) }
}

/** Whose one-time link it is that was refused; null for one that was never made. */
export async function findRefusedLink(
  database: Kysely<Tables>,
  hash: Buffer,
): Promise<RefusedSignIn | null> {
  const query = sql<{ name: string; is_used: boolean; org_ids: string[] }>`
    select user_account.name, sign_in_token.used_at is not null as is_used, ${organizationsOf}
    from sign_in_token join user_account on user_account.id = sign_in_token.user_id
    where sign_in_token.hash = ${hash}`
  const [row] = (await query.execute(database)).rows
  if (!row) return null
  const reason = row.is_used ? 'used' : 'expired'
  const organizations = databasesOf(database, row)
  return { name: row.name, keyId: null, keyLabel: null, reason, organizations }
}

const databasesOf = (database: Kysely<Tables>, { org_ids }: { org_ids: string[] }) =>
  org_ids.map((id) => new OrgDatabase(database, id))
