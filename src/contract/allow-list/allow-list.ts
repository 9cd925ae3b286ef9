import * as z from 'zod/mini'
import { fingerprint, longName, maybe, ok, text, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat } from '#contract/export/export.ts'

/** An artifact that counts as compliant in an environment, regardless of policy. */
const allowedArtifact = z.object({
  artifact_fingerprint: z.string(),
  artifact_name: z.string(),
  description: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  /** Whether it runs there according to the last report; our addition. */
  is_running: z.boolean(),
  /** When the entry expires; null for never; our addition. */
  expires_at: z.nullable(timestamp),
})
export type AllowedArtifact = z.output<typeof allowedArtifact>

export const allowArtifact = endpoint({
  name: 'allowArtifact',
  method: 'PUT',
  path: '/allowlists/{org}/{env_name}',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      artifact_fingerprint: fingerprint,
      artifact_name: longName.check(z.minLength(1)),
      /** Reason for the entry; not blank. */
      description: text.check(z.regex(/\S/)),
      /** Expiry in the future, Unix seconds; null for never; else as the organization has set. */
      expires_at: maybe(timestamp),
    }),
  },
  response: ok,
  status: [201, 200],
})

export const listAllowedArtifacts = endpoint({
  name: 'listAllowedArtifacts',
  method: 'GET',
  path: '/allowlists/{org}/{env_name}',
  access: 'reader',
  response: z.array(allowedArtifact),
})

export const disallowArtifact = endpoint({
  name: 'disallowArtifact',
  method: 'DELETE',
  path: '/allowlists/{org}/{env_name}/{fingerprint}',
  access: 'member',
  response: ok,
})

export const exportAllowedArtifacts = endpoint({
  name: 'exportAllowedArtifacts',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/allow-list',
  access: 'reader',
  query: z.object(exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const allowListTexts = {
  exportAllowedArtifacts: {
    summary: 'Export the allow-list of an environment as CSV, NDJSON or JSON',
    description:
      'Returns one row for each artifact that is allowed now, with the reason, who allowed it and until when. The export is recorded in the audit log.',
  },
  allowArtifact: {
    summary: 'Allow an artifact in an environment, regardless of policy',
    description:
      'Answers 201 if the artifact was added and 200 if it was there. From then on it counts as compliant in this environment; what its policies say is still shown. A logical environment takes no entry, since it stands as those that it includes: 400. `expires_at` ends it at an instant in the future. 403 where a second person has to approve.',
  },
  listAllowedArtifacts: {
    summary: 'List the artifacts that are allowed in an environment, newest first',
    description:
      'Returns who allowed each artifact, why, until when, and whether it still runs there. It is not paged.',
  },
  disallowArtifact: {
    summary: 'Take an artifact off the allow-list of an environment; repeating is fine',
    description:
      'What runs in the environment is evaluated again by its policies alone. The whole fingerprint has to be given.',
  },
} satisfies EndpointTexts
