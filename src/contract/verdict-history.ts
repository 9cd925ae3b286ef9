import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { verdictRun } from './snapshot-page.ts'

export const verdictHistory = z.object({
  /** Unix seconds of the answer: the last run goes on until then. */
  to: timestamp,
  /** Oldest first, the newest of them; a run ends where the next begins. */
  verdict_runs: z.array(verdictRun),
})
export type VerdictHistory = z.output<typeof verdictHistory>

export const getVerdictHistory = endpoint({
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/verdict/history',
  access: 'reader',
  response: verdictHistory,
  status: [200],
  summary: 'Get when the verdict of an environment changed, and why',
  decided: 'product.md 3.11',
})
