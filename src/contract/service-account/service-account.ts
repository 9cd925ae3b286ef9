import * as z from 'zod/mini'
import {
  keyInput,
  keyMetadata,
  keySummary,
  newKey,
  rotationInput,
  keyStates,
} from '#contract/api-key/api-key.ts'
import { endpoint, type EndpointTexts, roles } from '#contract/common/endpoint.ts'
import { maybe, ok, text, timestamp } from '#contract/common/fields.ts'
import { sortDirection } from '#contract/common/pagination.ts'
import { download, exportFormat } from '#contract/export/export.ts'

const description = maybe(text)
const privilege = z.enum(roles)

/** Names of service accounts. */
const serviceAccountName = z.string().check(z.regex(/^[a-zA-Z0-9\-]+$/), z.maxLength(64))

export const newServiceAccount = z.object({ name: serviceAccountName, description, privilege })

/** A service account. */
export const serviceAccount = z.object({
  name: z.string(),
  description: z.string(),
  privilege,
  created_at: timestamp,
  creating_user_id: z.string(),
  /** Name of its author; our addition. */
  created_by: z.string(),
})
export type ServiceAccount = z.output<typeof serviceAccount>

export const createServiceAccount = endpoint({
  name: 'createServiceAccount',
  method: 'POST',
  path: '/service-accounts/{org}',
  access: 'snapshotter',
  body: { kind: 'json', schema: newServiceAccount },
  response: serviceAccount,
  status: [201],
})

export const listServiceAccounts = endpoint({
  name: 'listServiceAccounts',
  method: 'GET',
  path: '/service-accounts/{org}',
  access: 'reader',
  response: z.array(serviceAccount),
})

export const getServiceAccount = endpoint({
  name: 'getServiceAccount',
  method: 'GET',
  path: '/service-accounts/{org}/{name}',
  access: 'reader',
  response: serviceAccount,
})

export const updateServiceAccount = endpoint({
  name: 'updateServiceAccount',
  method: 'PATCH',
  path: '/service-accounts/{org}/{name}',
  access: 'snapshotter',
  own: true,
  body: {
    kind: 'json',
    // A description of null clears it.
    schema: z.object({ description, privilege: maybe(privilege) }),
  },
  response: serviceAccount,
})

export const deleteServiceAccount = endpoint({
  name: 'deleteServiceAccount',
  method: 'DELETE',
  path: '/service-accounts/{org}/{name}',
  access: 'snapshotter',
  own: true,
  response: ok,
})

export const createServiceKey = endpoint({
  name: 'createServiceKey',
  method: 'POST',
  path: '/service-accounts/{org}/{name}/api-keys',
  access: 'snapshotter',
  own: true,
  body: { kind: 'json', schema: keyInput },
  response: newKey,
  answersSecret: true,
  status: [201],
})

export const listServiceKeys = endpoint({
  name: 'listServiceKeys',
  method: 'GET',
  path: '/service-accounts/{org}/{name}/api-keys',
  access: 'snapshotter',
  own: true,
  response: z.array(keyMetadata),
})

export const getServiceKey = endpoint({
  name: 'getServiceKey',
  method: 'GET',
  path: '/service-accounts/{org}/{name}/api-keys/{id}',
  access: 'snapshotter',
  own: true,
  response: keyMetadata,
})

export const rotateServiceKey = endpoint({
  name: 'rotateServiceKey',
  method: 'POST',
  path: '/service-accounts/{org}/{name}/api-keys/{id}/rotate',
  access: 'snapshotter',
  own: true,
  body: { kind: 'json', schema: rotationInput },
  response: newKey,
  answersSecret: true,
  status: [201],
})

export const revokeServiceKey = endpoint({
  name: 'revokeServiceKey',
  method: 'DELETE',
  path: '/service-accounts/{org}/{name}/api-keys/{id}',
  access: 'snapshotter',
  own: true,
  response: z.string(),
})

const accountUse = {
  /** Number of working keys. */
  key_count: z.int(),
  last_used_at: z.nullable(timestamp),
  /** Earliest expiry, or end of grace, of its working keys. */
  next_expiry_at: z.nullable(timestamp),
  /** States of its working and expired keys. */
  key_states: z.array(z.enum(keyStates)),
}

/** A row of the dashboard's list of service accounts. */
export const serviceAccountSummary = z.extend(serviceAccount, accountUse)
export type ServiceAccountSummary = z.output<typeof serviceAccountSummary>

export const listServiceAccountSummaries = endpoint({
  name: 'listServiceAccountSummaries',
  method: 'GET',
  path: '/cairn/{org}/service-accounts',
  access: 'reader',
  query: z.object({
    /** Part of the name or the description, in any case. */
    q: maybe(z.string()),
    role: maybe(z.array(privilege)),
    /** Only accounts with a key in any of these states. */
    key_state: maybe(z.array(z.enum(keyStates))),
    sort: z._default(z.enum(['name', 'last_used_at', 'next_expiry_at']), 'name'),
    sort_direction: sortDirection,
  }),
  response: z.array(serviceAccountSummary),
})

export const getServiceAccountPage = endpoint({
  name: 'getServiceAccountPage',
  method: 'GET',
  path: '/cairn/{org}/service-accounts/{name}',
  access: 'reader',
  response: z.extend(serviceAccount, {
    /** Role required to manage it and its keys; null if the caller may. */
    required_role: z.nullable(privilege),
    /** Newest first, including expired and revoked ones; empty where the caller may not see them. */
    keys: z.array(keySummary),
    /** Requests by key and day of the last 30 days; counted with a delay of seconds. */
    uses: z.array(
      z.object({
        key_id: z.string(),
        /** Start of the UTC day. */
        day: timestamp,
        count: z.int(),
      }),
    ),
  }),
})

export const exportServiceAccounts = endpoint({
  name: 'exportServiceAccounts',
  ...download,
  path: '/cairn/{org}/exports/service-accounts',
  access: 'reader',
  query: z.extend(listServiceAccountSummaries.query, exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const serviceAccountTexts = {
  createServiceAccount: {
    summary: 'Create a service account, with at most the privilege of the caller',
    description:
      'Returns the account, which has no key yet. A privilege above that of the caller is 403, a name that another service account or a person has 400, since records name both alike. Personal organizations have no service accounts: 403.',
  },
  listServiceAccounts: {
    summary: 'List service accounts by name',
    description:
      'Returns name, description, privilege and age of every account, but no keys. It is not paged. Personal organizations have no service accounts: 403.',
  },
  getServiceAccount: {
    summary: 'Get a service account',
    description:
      'Returns name, description, privilege and age of the account. The `ETag` can be sent as `If-Match` with a later change.',
  },
  updateServiceAccount: {
    summary: 'Change the description or the privilege of a service account',
    description:
      'Fields that are left out keep their values; a description of null clears it. Another privilege counts from the next request with one of its keys, and cannot be above that of the caller.',
  },
  deleteServiceAccount: {
    summary: 'Delete a service account; its keys stop working at once',
    description: 'All its keys stop working at once. What it reported stays, under its name.',
  },
  createServiceKey: {
    summary: 'Create an API key of a service account; its secret is shown only once',
    description:
      'Returns the secret as `key` and `api_key`; it is stored only as a hash and cannot be read again. `expires_at` of 0, or none, means that it never expires; where keys of the organization have a longest age, or the caller came with a key that ends (also in its grace period), it expires then. A later time, or one in the past, is 400. A session that asks for a key is at most 12 hours old, else 401.',
  },
  listServiceKeys: {
    summary: 'List the API keys of a service account, without those that are revoked',
    description:
      'Returns when each key was created, last used and expires, but no secret. Keys in the grace period after a rotation are listed, too.',
  },
  getServiceKey: {
    summary: 'Get what can be read of an API key of a service account',
    description:
      'Returns when the key was created, last used and expires, but no secret. A revoked key is 404.',
  },
  rotateServiceKey: {
    summary:
      'Rotate an API key: a new one replaces it, and the old one works on for a grace period',
    description:
      'Returns a new key with its secret; the old one works until its grace period ends, 24 hours unless `grace_period_hours` says otherwise. Description and expiry are taken over unless `expires_at` is given. A caller who came with a key that ends cannot rotate one that never expires without an `expires_at` that is no later: 400. A key that is in its grace period is refused with 400. A session that rotates a key is at most 12 hours old, else 401.',
  },
  revokeServiceKey: {
    summary: 'Revoke an API key of a service account at once',
    description:
      'The key is refused from the next request on. A key that was revoked before is 404.',
  },
  listServiceAccountSummaries: {
    summary: 'List service accounts with the state of their keys, by name unless asked otherwise',
    description:
      'Returns all accounts that match, unpaged, with the number and state of their keys, when one was last used, and when the next one expires. `key_state` selects accounts of which any key is in one of the states.',
  },
  getServiceAccountPage: {
    summary: 'A service account with its keys',
    description:
      'Returns the account with its keys and the requests of each key by day over the last 30 days. Where the caller may not manage the account, `keys` and `uses` are empty and `required_role` names the role it takes.',
  },
  exportServiceAccounts: {
    summary: 'Export all service accounts that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each service account, with the state of its keys but without secrets. Personal organizations have none: 403. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
