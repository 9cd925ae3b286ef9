import * as z from 'zod/mini'
import { decision } from './attestation.ts'
import { maybe, timestamp } from './common.ts'
import { controlVersion } from './control.ts'
import { decisionFilters } from './decision-filters.ts'
import { endpoint } from './endpoint.ts'
import { verdictDay } from './verdict-day.ts'

/** A row of the dashboard's list of decisions (product.md 3.18). */
const loggedDecision = z.object({
  attestation_id: z.string(),
  attestation_name: z.string(),
  created_at: timestamp,
  is_compliant: z.boolean(),
  control: z.string(),
  /** As of the recording; null where the control was unknown then. */
  control_version: z.nullable(z.int()),
  control_name: z.nullable(z.string()),
  flow_name: z.string(),
  trail_name: z.string(),
  artifact_fingerprint: z.nullable(z.string()),
  reported_by: z.string(),
  /** The first of them as a sentence, and how many there are. */
  violation: z.nullable(z.string()),
  violation_count: z.int(),
})
export type LoggedDecision = z.output<typeof loggedDecision>

export const listDecisionLog = endpoint({
  method: 'GET',
  path: '/cairn/{org}/decisions',
  access: 'reader',
  query: z.object({
    ...decisionFilters,
    /** Id of a decision: what is older than it. */
    before: maybe(z.string()),
    per_page: z._default(z.int().check(z.gte(1), z.lte(500)), 50),
  }),
  response: z.object({
    decisions: z.array(loggedDecision),
    /** Give it as `before` for what is older; null at the end. */
    older: z.nullable(z.string()),
  }),
  status: [200],
  summary: 'List the decisions about all controls, newest first',
  decided: 'product.md 3.18',
})

export const countDecisionDays = endpoint({
  method: 'GET',
  path: '/cairn/{org}/decisions/days',
  access: 'reader',
  query: z.object(decisionFilters),
  response: z.object({ from: timestamp, to: timestamp, days: z.array(verdictDay) }),
  status: [200],
  summary: 'Count decisions by day and verdict: 30 days up to now, or a window of up to 400 days',
  decided: 'product.md 3.18',
})

export const getDecisionPage = endpoint({
  method: 'GET',
  path: '/cairn/{org}/decisions/{attestation_id}',
  access: 'reader',
  response: z.object({
    decision,
    /** What was found wrong, as sentences: the first 100. */
    violations: z.array(z.string()),
    violation_count: z.int(),
    /** The control as it was then and as it is now; null where it is or was unknown. */
    recorded: z.nullable(controlVersion),
    current: z.nullable(controlVersion),
  }),
  status: [200],
  summary: 'Get a decision about any control, with the control as it was then and as it is now',
  decided: 'product.md 3.18',
})
