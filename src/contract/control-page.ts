import * as z from 'zod/mini'
import { tags, timestamp } from './common.ts'
import { coveredEnvironment } from './control-coverage.ts'
import { controlListQuery } from './control-list.ts'
import { endpoint } from './endpoint.ts'
import { paged } from './page.ts'

/** How a control fares in the active environments; those that are not named here lack a rule for it. */
export const controlCoverage = z.object({
  /** Every judged artifact satisfies the rules for it, or nothing runs. */
  passing: z.int(),
  failing: z.int(),
  /** Never reported, or not judged yet. */
  unknown: z.int(),
  /** All active environments. */
  total: z.int(),
})
export type ControlCoverage = z.output<typeof controlCoverage>

const lastDecision = z.nullable(
  z.object({ attestation_id: z.string(), is_compliant: z.boolean(), created_at: timestamp }),
)

/** A row of the dashboard's list of controls (product.md 3.17). */
const controlSummary = z.object({
  identifier: z.string(),
  name: z.string(),
  version: z.int(),
  archived: z.boolean(),
  tags,
  coverage: controlCoverage,
  last_decision: lastDecision,
})
export type ControlSummary = z.output<typeof controlSummary>

export const listControlSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/controls',
  access: 'reader',
  query: controlListQuery,
  response: paged(controlSummary),
  status: [200],
  summary: 'List controls with where they are enforced, how that fares, and the last decision',
  decided: 'product.md 3.17',
})

/** An active environment, and how a control fares there; null where no rule asks for it. */
const controlEnvironment = z.extend(coveredEnvironment, {
  result: z.nullable(z.enum(['passing', 'failing', 'unknown'])),
  /** Running artifacts that fail a rule for the control. */
  failing_count: z.int(),
  /** All that run there. */
  running_count: z.int(),
})
export type ControlEnvironment = z.output<typeof controlEnvironment>

export const getControlPage = endpoint({
  method: 'GET',
  path: '/cairn/{org}/controls/{identifier}',
  access: 'reader',
  response: z.object({
    /** All active ones, by name. */
    environments: z.array(controlEnvironment),
    coverage: controlCoverage,
    last_decision: lastDecision,
  }),
  status: [200],
  summary: 'Where a control is enforced now, and whether it holds there',
  decided: 'product.md 3.17',
})
