import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { paging } from './page.ts'

/** What the dashboard's list of policies is asked. */
export const policyListQuery = z.object({
  ...paging({ per_page: 25 }),
  /** Any case, anywhere in the name or the description. */
  q: maybe(z.string()),
  /** Attached to any of these. */
  environment: maybe(z.array(z.string())),
  /** Its newest version asks a decision for any of these. */
  control: maybe(z.array(z.string())),
  archived: z._default(z.boolean(), false),
})
