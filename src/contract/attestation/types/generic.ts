import * as z from 'zod/mini'
import { maybe } from '#contract/common/fields.ts'

/** A verdict that the reporter states itself. */
export const generic = {
  payload: { is_compliant: maybe(z.boolean()) },
  /** Fields of the type in responses. */
  data: {},
} as const
