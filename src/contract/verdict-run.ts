import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { environmentType } from './environment-type.ts'
import { verdictCause } from './verdict-cause.ts'

/** Runs of one verdict that are told of an environment at most: the newest ones. */
export const mostRunsEach = 200

/** How the verdict of an environment went; a run ends where the next begins. */
const environmentRuns = z.object({
  name: z.string(),
  type: environmentType,
  /** Oldest first; the first may have begun before the window. */
  runs: z.array(
    z.object({
      /** Null is unknown. */
      state: z.nullable(z.boolean()),
      from: timestamp,
      snapshot_index: z.int(),
      /** Why it began; null for a report. */
      cause: z.nullable(verdictCause),
    }),
  ),
})

export const listVerdictRuns = endpoint({
  method: 'GET',
  path: '/cairn/{org}/verdict_runs',
  access: 'reader',
  query: z.object({
    /** Names; all that are in use where none is given. */
    environment: maybe(z.array(z.string())),
    from: maybe(timestamp),
    to: maybe(timestamp),
  }),
  response: z.object({
    from: timestamp,
    to: timestamp,
    environments: z.array(environmentRuns),
  }),
  status: [200],
  summary: 'List how verdicts of environments went: 30 days up to now, or a window to 400 days',
  decided: 'product.md 3.1, 3.10',
})
