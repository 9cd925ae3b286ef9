import * as z from 'zod/mini'
import { longName, text } from '#contract/common/fields.ts'
import { commonPayload } from './common-payload.ts'

/** Types that an override may be of: those of specification 4.2, and custom ones. */
const overridable =
  /^(generic|junit|snyk|pull_request|jira|sonar|sbom|system:sbom|custom|custom:[a-zA-Z0-9][a-zA-Z0-9.\-_~]*)$/
const kinds =
  "'generic', 'junit', 'snyk', 'pull_request', 'jira', 'sonar', 'sbom', 'custom' or 'custom:<type_name>'"

const originalType = longName.check(
  z.refine((type) => type !== 'decision' && type !== 'system:decision', {
    error: 'A decision cannot be overridden: record another decision about its control',
    abort: true,
  }),
  z.refine((type) => overridable.test(type), {
    error: `Input should be ${kinds}`,
    params: { pattern: overridable.source },
  }),
)

/** Another verdict on an attestation, by somebody who says why (specification 4.2). */
export const override = {
  payload: {
    ...commonPayload,
    reason: text.check(
      z.refine((text) => text.trim() !== '', {
        error: 'The reason must not be empty',
        params: { pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$` },
      }),
    ),
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
