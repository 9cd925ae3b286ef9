import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp, tags } from '#contract/common/fields.ts'
import { paging, sortDirection, linkedPage, paged } from '#contract/common/pagination.ts'
import { environmentType } from '#contract/environment/environment-type.ts'

/** Query of the dashboard's list of controls; declared separately, so that pages load nothing else. */
export const controlListQuery = z.object({
  ...paging({ per_page: 25 }),
  /** Part of the name or identifier, in any case. */
  search: maybe(z.string()),
  /** A key, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
  archived: z._default(z.boolean(), false),
  sort: z._default(z.enum(['identifier', 'name', 'coverage']), 'identifier'),
  sort_direction: sortDirection,
})

/** An active environment, and the policies attached to it with a rule for a control. */
export const coveredEnvironment = z.object({
  name: z.string(),
  type: environmentType,
  covered: z.boolean(),
  policies: z.array(z.string()),
})

export const getControlCoverage = endpoint({
  name: 'getControlCoverage',
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
    /** Counts of all active environments, not of the list. */
    total: z.int(),
    covered: z.int(),
    /** To one decimal, rounded down; 0 without an environment. */
    coverage_percent: z.number(),
  }),
  status: [200],
})

/** Numbers of active environments by result of a control; the remaining ones have no rule for it. */
export const controlCoverage = z.object({
  /** Every evaluated artifact satisfies the rules for it, or nothing runs. */
  passing: z.int(),
  failing: z.int(),
  /** Never reported, or not evaluated yet. */
  unknown: z.int(),
  /** All active environments. */
  total: z.int(),
})
export type ControlCoverage = z.output<typeof controlCoverage>

const lastDecision = z.nullable(
  z.object({ attestation_id: z.string(), is_compliant: z.boolean(), created_at: timestamp }),
)

/** A row of the dashboard's list of controls. */
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
  name: 'listControlSummaries',
  method: 'GET',
  path: '/cairn/{org}/controls',
  access: 'reader',
  query: controlListQuery,
  response: paged(controlSummary),
  status: [200],
})

/** An active environment, and the result of a control there; null where no rule requires it. */
const controlEnvironment = z.extend(coveredEnvironment, {
  result: z.nullable(z.enum(['passing', 'failing', 'unknown'])),
  /** Running artifacts that fail a rule for the control. */
  failing_count: z.int(),
  /** All running artifacts. */
  running_count: z.int(),
})
export type ControlEnvironment = z.output<typeof controlEnvironment>

export const getControlPage = endpoint({
  name: 'getControlPage',
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
})

/** What the API reference says of these endpoints. */
export const controlPageTexts = {
  getControlCoverage: {
    summary: 'List the active environments, and whether a policy there has a rule for the control',
    description:
      'A control is covered in an environment if the newest version of a policy attached there asks for a decision about it. `total`, `covered` and `coverage_percent` are over all active environments, whatever the filters; the list has 15 a page unless `per_page` says otherwise.',
  },
  listControlSummaries: {
    summary: 'List controls with where they are enforced, the results there, and the last decision',
    description:
      'Returns one page of controls, each with how many environments it is covered in, the results there, and its last decision. A page has 25 unless `per_page` says otherwise.',
  },
  getControlPage: {
    summary: 'Where a control is enforced now, and whether it holds there',
    description:
      'Returns every active environment with the policies that ask for the control and the result there, the coverage, and the last decision. An unknown control is 404.',
  },
} satisfies EndpointTexts
