import type { Generated } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { Instant, Json, OfOrganization } from './column-types.ts'

/** Settings of an organization in one section; absent ones have their defaults. */
export interface OrganizationSetting extends OfOrganization {
  section: string
  value: Json<object>
  changed_at: Instant | null
  changed_by: string | null
}

/** Settings of an organization by section, as stored. */
export type StoredSections = Readonly<Partial<Record<string, object>>>

export interface Organization {
  id: string
  name: string
  /** `instance`: of nobody, it has the log of the instance. */
  kind: 'personal' | 'shared' | 'instance'
  created_at: Instant
  /** It was deleted: nobody gets in, and from then on its rows go. */
  purge_at: Generated<Instant | null>
}

export interface UserAccount {
  id: string
  name: string
  email: string | null
  default_org_id: string | null
  created_at: Instant
  /** In the dashboard; keys have a last use of their own. */
  last_seen_at: Generated<Instant | null>
  /** The organization that made them; null for who was made by the operator. */
  home_org_id: Generated<string | null>
  /** By the operator: until they are enabled again, none of their credentials work. */
  disabled_at: Generated<Instant | null>
}

export interface Membership extends OfOrganization {
  user_id: string
  role: Role
  created_at: Instant
  /** Their last request to this organization; null for who never came. */
  last_seen_at: Generated<Instant | null>
}

/** Columns of every key, of a person or of a service account. */
export interface Key {
  id: string
  /** SHA-256 of the whole key. */
  hash: Buffer
  description: string
  created_at: Instant
  expires_at: Instant | null
  /** For a rotated key: it works until then. */
  grace_ends_at: Generated<Instant | null>
  replaced_by: Generated<string | null>
  revoked_at: Generated<Instant | null>
  last_used_at: Generated<Instant | null>
  last_address: Generated<string | null>
}

export interface ApiKey extends Key {
  user_id: string
  /** Made elsewhere: its prefix is unknown. */
  is_imported: Generated<boolean>
}

export interface ServiceAccountRow extends OfOrganization {
  id: string
  name: string
  description: string
  privilege: Role
  created_at: Instant
  created_by: string
  created_by_id: string
  /** The person who answers for it: who made it, or the account that made it, and so on. */
  responsible_id: string
  deleted_at: Generated<Instant | null>
}

export interface ServiceKey extends Key {
  org_id: string
  account_id: string
  created_by: string
  /** The person who made it, or whose key of an account it was made with. */
  responsible_id: string
}

/** Requests with a key on a day, counted in days since 1970 (UTC). */
export interface ServiceKeyUse extends OfOrganization {
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
  /** The key that it was opened with, and ends with; null for one of a link. */
  key_id: string | null
  /** Of single sign-on, encrypted: the provider asks for it when one signs out. */
  id_token: Generated<Buffer | null>
  /** Of single sign-on, encrypted: by it the provider is asked whether the session may go on. */
  refresh_token: Generated<Buffer | null>
  /** When the provider was last asked; null where it cannot be. */
  checked_at: Generated<Instant | null>
}

/** Who a user is at an identity provider. */
export interface UserIdentity {
  issuer: string
  subject: string
  user_id: string
  created_at: Instant
  last_signed_in_at: Instant
  /** The id that SCIM would name them by, as the provider told at the last sign-in; null: subject. */
  external_id: Generated<string | null>
}

/** A user that the identity provider provisions by SCIM; their address is that of the account. */
export interface ScimUserTable {
  user_id: string
  user_name: string
  external_id: string | null
  /** The provider's last word; an operator may have decided otherwise. */
  is_active: boolean
  created_at: Instant
  changed_at: Instant
  /** Kept, so that who comes back gets their account. */
  deleted_at: Generated<Instant | null>
}

/** A group that the identity provider provisions by SCIM. */
export interface ScimGroupTable {
  id: string
  display_name: string
  external_id: string | null
  created_at: Instant
  changed_at: Instant
}

export interface ScimGroupMember {
  group_id: string
  user_id: string
}

export interface SignInToken {
  hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
  /** The organization that made it for somebody new; null for the operator's. */
  org_id: string | null
  /** The admin who made it there; null for the operator's, and for older ones. */
  made_by: Generated<string | null>
}

/** One row: the name of this instance, which its store of evidence has too. */
export interface InstanceTable {
  is_only: Generated<boolean>
  id: string
  /** When evidence that no row names was last collected. */
  collected_at: Generated<Instant | null>
}

/** One row: a text that only the key that encrypts secrets can open. */
export interface SecretCanary {
  is_only: Generated<boolean>
  sealed: Buffer
}

/** A folder of flows and environments. */
export interface SpaceTable extends OfOrganization {
  id: string
  name: string
  /** Null at the top. */
  parent_id: string | null
  created_at: Instant
  created_by: string
}

/** Tables of organizations with these rows. */
export interface OrganizationTables {
  membership: Membership
  service_account: ServiceAccountRow
  service_key: ServiceKey
  space: SpaceTable
  service_key_use: ServiceKeyUse
  organization_setting: OrganizationSetting
}

/** Tables of the instance with these rows. */
export interface InstanceTables {
  organization: Organization
  user_account: UserAccount
  api_key: ApiKey
  session: Session
  sign_in_token: SignInToken
  user_identity: UserIdentity
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
  scim_group_member: ScimGroupMember
  instance: InstanceTable
  secret_canary: SecretCanary
}
