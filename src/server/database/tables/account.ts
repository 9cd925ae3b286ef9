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
}

export interface Membership {
  org_id: string
  user_id: string
  role: Role
  created_at: Instant
}

export interface ApiKey {
  id: string
  user_id: string
  /** SHA-256 of the whole key. */
  hash: Buffer
  description: string
  created_at: Instant
  expires_at: Instant | null
  revoked_at: Instant | null
  last_used_at: Instant | null
}

export interface Session {
  /** SHA-256 of the cookie's token. */
  hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: Instant
}

export interface SignInToken {
  hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}
