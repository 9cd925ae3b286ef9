import * as z from 'zod/mini'
import { maybe } from '#contract/common/fields.ts'

/** A verdict as the reporter gives it. */
export const generic = {
  payload: { is_compliant: maybe(z.boolean()) },
  /** Type data of the item that is read back. */
  data: {},
} as const
