import * as z from 'zod/mini'
import { maybe } from './common.ts'

/** Filters of the lists of decisions: all apply together, values of one of them are alternatives. */
export const decisionFilters = {
  /** Identifiers of controls, known or not. */
  control: maybe(z.array(z.string())),
  compliant: maybe(z.boolean()),
  flow_name: maybe(z.array(z.string())),
  /** A whole fingerprint. */
  fingerprint: maybe(z.string()),
  from_timestamp: maybe(z.int()),
  to_timestamp: maybe(z.int()),
}
