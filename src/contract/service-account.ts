import * as z from 'zod/mini'
import { keyInput, keyMetadata, keySummary, newKey, rotationInput } from './api-key.ts'
import { keyStates } from './key-state.ts'
import { maybe, ok, timestamp } from './common.ts'
import { endpoint, roles } from './endpoint.ts'
import { sortDirection } from './page.ts'

const description = maybe(z.string())
const privilege = z.enum(roles)

/** Names of service accounts (wire.md 4). */
const serviceAccountName = z.string().check(z.regex(/^[a-zA-Z0-9\-]+$/), z.maxLength(64))

export const newServiceAccount = z.object({ name: serviceAccountName, description, privilege })

/** A service account (wire.md 19). */
export const serviceAccount = z.object({
  name: z.string(),
  description: z.string(),
  privilege,
  created_at: timestamp,
  creating_user_id: z.string(),
  /** Name of who made it; our addition. */
  created_by: z.string(),
})
export type ServiceAccount = z.output<typeof serviceAccount>

export const createServiceAccount = endpoint({
  method: 'POST',
  path: '/service-accounts/{org}',
  access: 'snapshotter',
  body: { kind: 'json', schema: newServiceAccount },
  response: serviceAccount,
  status: [201],
  summary: 'Create a service account, with at most the privilege of the caller',
  decided: 'wire.md 19',
})

export const listServiceAccounts = endpoint({
  method: 'GET',
  path: '/service-accounts/{org}',
  access: 'reader',
  response: z.array(serviceAccount),
  status: [200],
  summary: 'List service accounts by name',
  decided: 'wire.md 19',
})

export const getServiceAccount = endpoint({
  method: 'GET',
  path: '/service-accounts/{org}/{name}',
  access: 'reader',
  response: serviceAccount,
  status: [200],
  summary: 'Get a service account',
  decided: 'wire.md 19',
})

export const updateServiceAccount = endpoint({
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
  status: [200],
  summary: 'Change the description or the privilege of a service account',
  decided: 'wire.md 19',
})

export const deleteServiceAccount = endpoint({
  method: 'DELETE',
  path: '/service-accounts/{org}/{name}',
  access: 'snapshotter',
  own: true,
  response: ok,
  status: [200],
  summary: 'Delete a service account; its keys stop working at once',
  decided: 'wire.md 19',
})

export const createServiceKey = endpoint({
  method: 'POST',
  path: '/service-accounts/{org}/{name}/api-keys',
  access: 'snapshotter',
  own: true,
  body: { kind: 'json', schema: keyInput },
  response: newKey,
  answersSecret: true,
  status: [201],
  summary: 'Create an API key of a service account; its secret is shown only now',
  decided: 'wire.md 19',
})

export const listServiceKeys = endpoint({
  method: 'GET',
  path: '/service-accounts/{org}/{name}/api-keys',
  access: 'snapshotter',
  own: true,
  response: z.array(keyMetadata),
  status: [200],
  summary: 'List the API keys of a service account, without those that are revoked',
  decided: 'wire.md 19',
})

export const getServiceKey = endpoint({
  method: 'GET',
  path: '/service-accounts/{org}/{name}/api-keys/{id}',
  access: 'snapshotter',
  own: true,
  response: keyMetadata,
  status: [200],
  summary: 'Get what can be read of an API key of a service account',
  decided: 'wire.md 19',
})

export const rotateServiceKey = endpoint({
  method: 'POST',
  path: '/service-accounts/{org}/{name}/api-keys/{id}/rotate',
  access: 'snapshotter',
  own: true,
  body: { kind: 'json', schema: rotationInput },
  response: newKey,
  answersSecret: true,
  status: [201],
  summary: 'Put a new API key in the place of one, which works on for a grace period',
  decided: 'wire.md 19',
})

export const revokeServiceKey = endpoint({
  method: 'DELETE',
  path: '/service-accounts/{org}/{name}/api-keys/{id}',
  access: 'snapshotter',
  own: true,
  response: z.string(),
  status: [200],
  summary: 'Revoke an API key of a service account at once',
  decided: 'wire.md 19',
})

const accountUse = {
  /** Keys that work. */
  key_count: z.int(),
  last_used_at: z.nullable(timestamp),
  /** When the first of its working keys expires or ends its grace. */
  next_expiry_at: z.nullable(timestamp),
  /** What its keys are, the working ones and those that expired. */
  key_states: z.array(z.enum(keyStates)),
}

/** A row of the dashboard's list (product.md 3.22). */
export const serviceAccountSummary = z.extend(serviceAccount, accountUse)
export type ServiceAccountSummary = z.output<typeof serviceAccountSummary>

export const listServiceAccountSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/service-accounts',
  access: 'reader',
  query: z.object({
    /** Part of the name or the description, in any case. */
    q: maybe(z.string()),
    role: maybe(z.array(privilege)),
    /** Of any of its keys. */
    key_state: maybe(z.array(z.enum(keyStates))),
    sort: z._default(z.enum(['name', 'last_used_at', 'next_expiry_at']), 'name'),
    sort_direction: sortDirection,
  }),
  response: z.array(serviceAccountSummary),
  status: [200],
  summary: 'List service accounts with what their keys are up to, by name unless asked otherwise',
  decided: 'product.md 3.22',
})

export const getServiceAccountPage = endpoint({
  method: 'GET',
  path: '/cairn/{org}/service-accounts/{name}',
  access: 'reader',
  response: z.extend(serviceAccount, {
    /** The role that it takes to manage it and its keys; null where the caller may. */
    required_role: z.nullable(privilege),
    /** Newest first, with those that work no more; empty where the caller may not see them. */
    keys: z.array(keySummary),
    /** Requests by key and day of the last 30 days; those of the last seconds are still to come. */
    uses: z.array(
      z.object({
        key_id: z.string(),
        /** When the day began (UTC). */
        day: timestamp,
        count: z.int(),
      }),
    ),
  }),
  status: [200],
  summary: 'A service account with its keys',
  decided: 'product.md 3.22',
})
