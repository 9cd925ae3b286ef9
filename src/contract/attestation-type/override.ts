import * as z from 'zod/mini'
import { commonPayload } from './payload.ts'

/** Types that an override may be of: those of specification 4.2, and custom ones (wire.md 11.1). */
const overridable =
  /^(generic|junit|snyk|pull_request|jira|sonar|custom|custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*)$/
const kinds =
  "'generic', 'junit', 'snyk', 'pull_request', 'jira', 'sonar', 'custom' or 'custom:<type_name>'"

const originalType = z.string().check(
  z.refine((type) => type !== 'decision' && type !== 'system:decision', {
    error: 'A decision cannot be overridden: record another decision about its control',
    abort: true,
  }),
  z.refine((type) => overridable.test(type), { error: `Input should be ${kinds}` }),
)

/** Another verdict on an attestation, by somebody who says why (specification 4.2, wire.md 11.1). */
export const override = {
  payload: {
    ...commonPayload,
    reason: z
      .string()
      .check(z.refine((text) => text.trim() !== '', { error: 'The reason must not be empty' })),
    new_compliance_status: z.boolean(),
    original_attestation_type: originalType,
  },
  data: {
    reason: z.string(),
    original_attestation_type: z.string(),
    new_compliance_status: z.boolean(),
    /** The report that it is about; null where nothing of that name was there. */
    overridden_attestation_id: z.nullable(z.string()),
  },
} as const
