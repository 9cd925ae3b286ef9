import * as z from 'zod/mini'
import { fingerprint, maybe, ok, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** An artifact that counts as compliant in an environment (wire.md 18.4). */
const allowedArtifact = z.object({
  artifact_fingerprint: z.string(),
  artifact_name: z.string(),
  description: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  /** Whether it runs there by the last report; our addition. */
  is_running: z.boolean(),
  /** When it ends by itself; null for never; our addition. */
  expires_at: z.nullable(timestamp),
})
export type AllowedArtifact = z.output<typeof allowedArtifact>

export const allowArtifact = endpoint({
  method: 'PUT',
  path: '/allowlists/{org}/{env_name}',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      artifact_fingerprint: fingerprint,
      artifact_name: z.string(),
      description: maybe(z.string()),
      /** Unix seconds, in the future: when it ends by itself; our addition. */
      expires_at: maybe(timestamp),
    }),
  },
  response: ok,
  status: [201, 200],
  summary: 'Allow an artifact in an environment, whatever its policies say',
  decided: 'wire.md 18.4',
})

export const listAllowedArtifacts = endpoint({
  method: 'GET',
  path: '/allowlists/{org}/{env_name}',
  access: 'reader',
  response: z.array(allowedArtifact),
  status: [200],
  summary: 'List the artifacts that are allowed in an environment, newest first',
  decided: 'wire.md 18.4',
})

export const disallowArtifact = endpoint({
  method: 'DELETE',
  path: '/allowlists/{org}/{env_name}/{fingerprint}',
  access: 'member',
  response: ok,
  status: [200],
  summary: 'Take an artifact off the allow-list of an environment; repeating is fine',
  decided: 'wire.md 18.4',
})
