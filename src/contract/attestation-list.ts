import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { paging } from './page.ts'

/** Values of the `attestation_type` filter (wire.md 11.2). */
export const attestationTypeFilter = z
  .string()
  .check(
    z.regex(
      /^(generic|junit|snyk|pull_request|jira|sonar|decision|system:decision|custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*)$/,
    ),
  )

/** What the list of attestations can be asked; apart, so that pages ship it alone. */
export const attestationListQuery = z.object({
  ...paging({ per_page: 20 }),
  attestation_id: maybe(z.string()),
  flow_name: maybe(z.string()),
  attestation_name: maybe(z.string()),
  attestation_type: maybe(attestationTypeFilter),
  is_compliant: maybe(z.boolean()),
  from_timestamp: maybe(z.int()),
  to_timestamp: maybe(z.int()),
})
