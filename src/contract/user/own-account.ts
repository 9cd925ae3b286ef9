import * as z from 'zod/mini'
import { keyInput, keySummary, newKey, rotationInput } from '#contract/api-key/api-key.ts'
import { timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'

export const listPersonalKeys = endpoint({
  name: 'listPersonalKeys',
  method: 'GET',
  path: '/cairn/session/api-keys',
  access: 'account',
  response: z.array(keySummary),
})

export const createPersonalKey = endpoint({
  name: 'createPersonalKey',
  method: 'POST',
  path: '/cairn/session/api-keys',
  access: 'account',
  body: { kind: 'json', schema: keyInput },
  response: newKey,
  answersSecret: true,
  status: [201],
})

export const rotatePersonalKey = endpoint({
  name: 'rotatePersonalKey',
  method: 'POST',
  path: '/cairn/session/api-keys/{id}/rotate',
  access: 'account',
  body: { kind: 'json', schema: rotationInput },
  response: newKey,
  answersSecret: true,
  status: [201],
})

export const revokePersonalKey = endpoint({
  name: 'revokePersonalKey',
  method: 'DELETE',
  path: '/cairn/session/api-keys/{id}',
  access: 'account',
  response: z.string(),
})

/** A session of a browser. */
const ownSession = z.object({
  id: z.string(),
  /** Whether it is the session of this request. */
  is_current: z.boolean(),
  /** `User-Agent` of the browser. */
  user_agent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: timestamp,
  last_seen_at: timestamp,
  expires_at: timestamp,
})
export type OwnSession = z.output<typeof ownSession>

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/cairn/session/sessions',
  access: 'account',
  response: z.array(ownSession),
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/cairn/session/sessions/{id}',
  access: 'account',
  response: z.string(),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/cairn/session/sessions',
  access: 'account',
  response: z.object({ ended: z.int() }),
})

/** Texts of these endpoints in the API reference. */
export const ownAccountTexts = {
  listPersonalKeys: {
    summary: 'List the personal API keys of the caller, newest first',
    description:
      'Returns when each key was created, last used and expires, those that work no more included; no secret is among it. Service accounts have no personal keys: 403.',
  },
  createPersonalKey: {
    summary:
      'Create a personal API key; its secret is shown only once, and a session is at most 12 hours old',
    description:
      'Returns the secret of the new key, which is stored only as a hash. The key can do what its owner can, and does not outlive the key that the caller came with. `expires_at` of 0, or none, means that it never expires; a time in the past is 400. An older session has to sign in again (401) once there is a key to do so.',
  },
  rotatePersonalKey: {
    summary:
      'Rotate a personal API key: a new one replaces it, and the old one works on for a grace period',
    description:
      'Returns a new key with its secret; the old one works for 24 hours more unless `grace_period_hours` says otherwise. A key that is in its grace period is refused with 400. A session is at most 12 hours old, else 401.',
  },
  revokePersonalKey: {
    summary: 'Revoke a personal API key at once',
    description: 'The key is refused from the next request on. An unknown or revoked key is 404.',
  },
  listOwnSessions: {
    summary: 'List where the caller is signed in, last seen first',
    description:
      'Returns the browser, the address and the time of the last request of each session; `is_current` marks the one of this request.',
  },
  endOwnSession: {
    summary: 'End a session of the caller',
    description:
      'The browser of that session has to sign in again. An unknown session, and one of somebody else, is 404.',
  },
  endOtherSessions: {
    summary: 'End every session of the caller but the one at hand',
    description: 'Returns how many sessions were ended. The session that sends the request stays.',
  },
} satisfies EndpointTexts
