import * as z from 'zod/mini'
import { longName, text } from '#contract/common/fields.ts'
import { quoted } from '#contract/common/validation-message.ts'
import { commonPayload } from './common-payload.ts'
import { overridableTypePattern, overridableTypes } from './kind.ts'

const originalType = longName.check(
  z.refine((type) => type !== 'decision' && type !== 'system:decision', {
    error: 'A decision cannot be overridden: record another decision about its control',
    abort: true,
  }),
  z.refine((type) => overridableTypePattern.test(type), {
    error: `Input should be ${quoted([...overridableTypes, 'custom', 'custom:<type_name>'])}`,
    params: { pattern: overridableTypePattern.source },
  }),
)

/** A verdict in place of an attestation's own, with a reason (specification 4.2). */
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
    /** The overridden report; null where there was none of that name. */
    overridden_attestation_id: z.nullable(z.string()),
  },
} as const
