import * as z from 'zod/mini'
import { keyInput, keySummary, newKey, rotationInput } from './api-key.ts'
import { timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const listPersonalKeys = endpoint({
  method: 'GET',
  path: '/cairn/session/api-keys',
  access: 'account',
  response: z.array(keySummary),
  status: [200],
  summary: 'List the personal API keys of the caller, newest first',
  decided: 'product.md 3.25',
})

export const createPersonalKey = endpoint({
  method: 'POST',
  path: '/cairn/session/api-keys',
  access: 'account',
  body: { kind: 'json', schema: keyInput },
  response: newKey,
  answersSecret: true,
  status: [201],
  summary: 'Create a personal API key; its secret is shown only now',
  decided: 'product.md 3.25',
})

export const rotatePersonalKey = endpoint({
  method: 'POST',
  path: '/cairn/session/api-keys/{id}/rotate',
  access: 'account',
  body: { kind: 'json', schema: rotationInput },
  response: newKey,
  answersSecret: true,
  status: [201],
  summary: 'Put a new personal API key in the place of one, which works on for a grace period',
  decided: 'product.md 3.25',
})

export const revokePersonalKey = endpoint({
  method: 'DELETE',
  path: '/cairn/session/api-keys/{id}',
  access: 'account',
  response: z.string(),
  status: [200],
  summary: 'Revoke a personal API key at once',
  decided: 'product.md 3.25',
})

/** A browser that is signed in. */
const ownSession = z.object({
  id: z.string(),
  /** Whether this request came with it. */
  is_current: z.boolean(),
  /** What the browser says that it is. */
  user_agent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: timestamp,
  last_seen_at: timestamp,
  expires_at: timestamp,
})
export type OwnSession = z.output<typeof ownSession>

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/cairn/session/sessions',
  access: 'account',
  response: z.array(ownSession),
  status: [200],
  summary: 'List where the caller is signed in, last seen first',
  decided: 'product.md 3.25',
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/cairn/session/sessions/{id}',
  access: 'account',
  response: z.string(),
  status: [200],
  summary: 'End a session of the caller',
  decided: 'product.md 3.25',
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/cairn/session/sessions',
  access: 'account',
  response: z.object({ ended: z.int() }),
  status: [200],
  summary: 'End every session of the caller but the one at hand',
  decided: 'product.md 3.25',
})
