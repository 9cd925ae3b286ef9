import { timingSafeEqual } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PresentedKey } from '#server/platform/credentials.ts'
import { hasCome } from './users.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

/** An organization that records a refusal. */
interface NotifiedOrg {
  org: OrgDatabase
  name: string
  kind: 'personal' | 'shared'
}

/** Owner of a refused key or link, the reason, and the organizations that record it. */
export interface RefusedSignIn {
  name: string
  /** For a key; null for a one-time link. */
  keyId: string | null
  keyLabel: string | null
  reason: string
  organizations: NotifiedOrg[]
}

type OrganizationRow = Omit<NotifiedOrg, 'org'> & { id: string }

interface KeyRow {
  name: string
  key_id: string
  key_label: string
  hash: Buffer
  is_revoked: boolean
  is_over: boolean
  organizations: OrganizationRow[]
}

const stateOf = (table: 'api_key' | 'service_key', now: number) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('id')} as key_id, ${column('description')} as key_label, ${column('hash')} as hash,
    ${column('revoked_at')} is not null as is_revoked,
    coalesce(least(${column('expires_at')}, ${column('grace_ends_at')}) <= ${now}, false) as is_over`
}

const organizationNames = (which: RawBuilder<unknown>) => sql`(
  select json_agg(json_build_object('id', organization.id, 'name', organization.name,
    'kind', organization.kind) order by organization.id)
  from organization where ${which}) as organizations`
const organizationsOf = organizationNames(sql`exists (select from membership
  where membership.org_id = organization.id and membership.user_id = user_account.id
    and (organization.kind = 'personal' or ${hasCome}))`)

/** Finds the owner of a refused key; null if it never existed. */
export async function findRefusedKey(
  database: Kysely<Tables>,
  key: PresentedKey,
  now: number,
): Promise<RefusedSignIn | null> {
  const by = key.id === null ? sql`api_key.hash = ${key.hash}` : sql`api_key.id = ${key.id}`
  const query =
    key.kind === 'service'
      ? sql<KeyRow>`select service_account.name, ${stateOf('service_key', now)},
          ${organizationNames(sql`organization.id = service_key.org_id`)}
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

/** Finds the owner of a refused one-time link; null if it never existed. */
export async function findRefusedLink(
  database: Kysely<Tables>,
  hash: Buffer,
): Promise<RefusedSignIn | null> {
  const query = sql<{ name: string; is_used: boolean; organizations: OrganizationRow[] }>`
    select user_account.name, sign_in_token.used_at is not null as is_used, ${organizationsOf}
    from sign_in_token join user_account on user_account.id = sign_in_token.user_id
    where sign_in_token.hash = ${hash}`
  const [row] = (await query.execute(database)).rows
  if (!row) return null
  const reason = row.is_used ? 'used' : 'expired'
  const organizations = databasesOf(database, row)
  return { name: row.name, keyId: null, keyLabel: null, reason, organizations }
}

const databasesOf = (
  database: Kysely<Tables>,
  { organizations }: { organizations: OrganizationRow[] | null },
) =>
  (organizations ?? []).map(({ id, ...rest }) => ({ org: new OrgDatabase(database, id), ...rest }))
