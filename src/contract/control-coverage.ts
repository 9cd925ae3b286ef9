import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { endpoint } from './endpoint.ts'
import { environmentType } from './environment-type.ts'
import { linkedPage, paging } from './page.ts'

/** Whether an active environment has a rule for a control, and in which policies (wire.md 23.5). */
export const coveredEnvironment = z.object({
  name: z.string(),
  type: environmentType,
  covered: z.boolean(),
  policies: z.array(z.string()),
})

export const getControlCoverage = endpoint({
  method: 'GET',
  path: '/controls/{org}/{identifier}/coverage',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 15 }),
    covered: maybe(z.boolean()),
    /** Part of the environment's name, in any case. */
    name: maybe(z.string()),
  }),
  response: z.extend(linkedPage('environments', coveredEnvironment), {
    /** Of all active environments, not of the list. */
    total: z.int(),
    covered: z.int(),
    /** To one decimal, rounded down; 0 where there is no environment. */
    coverage_percent: z.number(),
  }),
  status: [200],
  summary: 'List the active environments, and whether a policy there has a rule for the control',
  decided: 'wire.md 17',
})
