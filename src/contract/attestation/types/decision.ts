import * as z from 'zod/mini'
import { controlIdentifier } from '#contract/control/control.ts'

const verdict = z.looseObject({ is_compliant: z.boolean() })

/** A recorded decision on whether a control was met. */
export const decision = {
  payload: {
    type_name: z.literal('decision'),
    control: controlIdentifier,
    attestation_data: verdict,
  },
  data: {
    type_name: z.literal('decision'),
    control: z.string(),
    /** The control's version and name at the time; null where it was unknown then. */
    control_version: z.nullable(z.int()),
    control_name: z.nullable(z.string()),
    attestation_data: verdict,
  },
} as const
