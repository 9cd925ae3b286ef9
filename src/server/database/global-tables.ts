import type { OrgTables, Tables } from './tables.ts'

/**
 * Tables outside the organizations, each with the reason. Where PostgreSQL is distributed by
 * organization, every node has a copy of them; all other tables spread by `org_id`.
 */
export const globalTables: Record<Exclude<keyof Tables, keyof OrgTables> | 'membership', string> = {
  organization: 'Names are unique in the instance, and every tenant table refers to it.',
  user_account: 'One account signs in to any number of organizations.',
  membership: 'Asked by user on every call, to find the organizations they may enter.',
  api_key: 'Belongs to a user, and is found before any organization is known.',
  session: 'Belongs to a user, and is found before any organization is known.',
  sign_in_token: 'Belongs to a user, and is found before any organization is known.',
  user_identity: 'Says who a user is at the identity provider of the instance.',
  scim_user: 'Provisioned by the directory of the instance.',
  scim_group: 'Provisioned by the directory of the instance.',
  scim_group_member: 'Provisioned by the directory of the instance.',
  call_count: 'Counts the calls of a caller, who may have no organization.',
  instance: 'Names the instance.',
  secret_canary: 'Proves the secret of the instance.',
}

/**
 * Tables of organizations of which every node has a copy as well: few rows, asked on every call
 * before the organization is known. They refer to global tables and to each other only.
 */
const copiedTables = {
  service_key: 'Finds the organization of a key, and is found before it is known.',
  service_account: 'Read with its key.',
  organization_setting: 'Read with the organization that a call asks for.',
} satisfies Partial<Record<keyof OrgTables, string>>

/** Returns whether every node has a copy of a table. */
export const isCopied = (name: string): boolean => name in globalTables || name in copiedTables
