import type { Generated } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import type { Instant } from './column.ts'

export interface Organization {
  id: string
  name: string
  kind: 'personal' | 'shared'
  created_at: Instant
}

export interface UserAccount {
  id: string
  name: string
  email: string | null
  default_org_id: string | null
  created_at: Instant
  /** In the dashboard; keys have a last use of their own. */
  last_seen_at: Generated<Instant | null>
}

export interface Membership {
  org_id: string
  user_id: string
  role: Role
  created_at: Instant
}

/** What every key has, of a person or of a service account. */
export interface Key {
  id: string
  /** SHA-256 of the whole key. */
  hash: Buffer
  description: string
  created_at: Instant
  expires_at: Instant | null
  /** Of a key that was rotated: it works until then. */
  grace_ends_at: Generated<Instant | null>
  replaced_by: Generated<string | null>
  revoked_at: Generated<Instant | null>
  last_used_at: Generated<Instant | null>
  last_address: Generated<string | null>
}

export interface ApiKey extends Key {
  user_id: string
  /** Made elsewhere: nobody here knows how it begins. */
  is_imported: Generated<boolean>
}

export interface ServiceAccountRow {
  org_id: string
  id: string
  name: string
  description: string
  privilege: Role
  created_at: Instant
  created_by: string
  created_by_id: string
  deleted_at: Generated<Instant | null>
}

export interface ServiceKey extends Key {
  org_id: string
  account_id: string
  created_by: string
}

/** Requests with a key on a day, counted in days since 1970 (UTC). */
export interface ServiceKeyUse {
  org_id: string
  key_id: string
  day: number
  count: number
}

export interface Session {
  /** SHA-256 of the cookie's token. */
  hash: Buffer
  id: string
  user_id: string
  user_agent: string | null
  address: string | null
  created_at: Instant
  last_seen_at: Instant
  expires_at: Instant
}

export interface SignInToken {
  hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}
