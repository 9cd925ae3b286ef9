import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, tags, timestamp } from '#contract/common/fields.ts'
import { paging, sortDirection, linkedPage, paged } from '#contract/common/pagination.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { outcomeCounts } from '#contract/verdict/standing.ts'

/** Query of the dashboard's list of controls; declared separately, so that pages load nothing else. */
export const controlListQuery = z.object({
  ...paging({ per_page: 25 }),
  /** Part of the name or identifier, in any case. */
  search: maybe(z.string()),
  /** A key, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
  /** Any of these owners. */
  owner: maybe(z.array(z.string())),
  archived: z._default(z.boolean(), false),
  sort: z._default(z.enum(['identifier', 'name', 'coverage']), 'identifier'),
  sort_direction: sortDirection,
})

/** An active environment, and the policies attached to it with a rule for a control. */
const coveredEnvironment = z.object({
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
    /** The same of the active environments in the scope of the control, logical ones by members. */
    scope: z.object({ total: z.int(), covered: z.int(), coverage_percent: z.number() }),
  }),
})

/** Result of a control in an environment. */
export const controlResults = [
  'failing',
  'stale',
  'unknown',
  'partly_asked',
  'not_asked',
  'passing',
] as const

/**
 * Outcome of a control: its worst result, by what runs in its scope. `passing` means that all
 * of it was asked and passed; `empty` that nothing is in scope, which neither passes nor counts as
 * covered.
 */
const controlOutcomes = [...controlResults, 'empty'] as const
export type ControlOutcome = (typeof controlOutcomes)[number]

/** How far a control is asked in its scope, and what it comes to there. */
export const controlCoverage = z.object({
  outcome: z.enum(controlOutcomes),
  /** Active environments in scope; logical ones are counted in their members alone. */
  total: z.int(),
  /** Of `total`, those with a policy that asks for the control. */
  covered: z.int(),
  /** Running artifacts in those environments, by the outcome of the control for them. */
  running: outcomeCounts,
  /**
   * Population of the outcome and its qualifiers: "13 of 16 asked, 2 by exception, 3 not asked".
   */
  population: z.string(),
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
  /** '' without one. */
  owner: z.string(),
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
})

/** An active environment in the scope of a control, and the result there. */
const controlEnvironment = z.extend(coveredEnvironment, {
  /** `unknown`: never reported, or not evaluated yet. */
  result: z.enum(controlResults),
  running: outcomeCounts,
})
export type ControlEnvironment = z.output<typeof controlEnvironment>

/** The same, and since when it fails there. */
const shownEnvironment = z.extend(controlEnvironment, {
  /**
   * When the first of the artifacts that fail there now was found to fail, without a pass since; null
   * unless `result` is `failing`.
   */
  failing_since: z.nullable(timestamp),
  /** Whether it may have failed before that, too: results replaced older ones of the same snapshot. */
  may_fail_longer: z.boolean(),
})
export type ShownEnvironment = z.output<typeof shownEnvironment>

/** A rule of a policy's newest version that asks for a control. */
const citingRule = z.object({
  policy: z.string(),
  /** 1-based line of the document. */
  line: z.int(),
  /** The expression of its `if`; null where it always applies. */
  condition: z.nullable(z.string()),
})
export type CitingRule = z.output<typeof citingRule>

/** Filter of the environments of a control. */
const ofResult = { result: maybe(z.enum(controlResults)) }

export const getControlPage = endpoint({
  name: 'getControlPage',
  method: 'GET',
  path: '/cairn/{org}/controls/{identifier}',
  access: 'reader',
  query: z.object(ofResult),
  response: z.object({
    /** Those in scope, the worst result first; logical ones are counted in their members. */
    environments: z.array(shownEnvironment),
    /** Names of the active logical environments, which are not counted themselves. */
    logical_environments: z.array(z.string()),
    /** Number of active environments, without logical ones. */
    environment_count: z.int(),
    /** Number of artifacts that run in the environments in scope, of whatever flow. */
    running_count: z.int(),
    coverage: controlCoverage,
    /** Of all active policies, by policy and line. */
    rules: z.array(citingRule),
    last_decision: lastDecision,
    /** Number of decisions about it, those in archived flows included. */
    decision_count: z.int(),
  }),
})

export const exportControls = endpoint({
  name: 'exportControls',
  ...download,
  path: '/cairn/{org}/exports/controls',
  access: 'reader',
  query: z.extend(z.omit(listControlSummaries.query, pagingParameters), exportFormat),
})

export const exportControlEnvironments = endpoint({
  name: 'exportControlEnvironments',
  ...download,
  path: '/cairn/{org}/exports/controls/{identifier}/environments',
  access: 'reader',
  query: z.object({ ...ofResult, ...exportFormat }),
})

/** Texts of these endpoints in the API reference. */
export const controlPageTexts = {
  getControlCoverage: {
    summary: 'List the active environments, and whether a policy there has a rule for the control',
    description:
      'A control is covered in an environment if the newest version of a policy attached there asks for a decision about it. `total`, `covered` and `coverage_percent` are over all active environments, whatever the filters; the list has 15 a page unless `per_page` says otherwise.',
  },
  listControlSummaries: {
    summary: 'List controls with where they are enforced, the results there, and the last decision',
    description:
      'Returns one page of controls, each with how many environments it is covered in, what it comes to for what runs there, and its last decision. Logical environments are counted in their members. A page has 25 unless `per_page` says otherwise.',
  },
  getControlPage: {
    summary: 'Where a control is enforced now, and whether it holds there',
    description:
      'Returns every active environment in scope with the policies that ask for the control and the result there, since when it fails, the rules that cite it, the coverage, and the last decision. What was not asked is counted apart from what passed. `result` narrows the environments alone. An unknown control is 404.',
  },
  exportControls: {
    summary: 'Export all controls that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each control, with its coverage, its results and its last decision. The export is recorded in the audit log.',
  },
  exportControlEnvironments: {
    summary: 'Export where a control is enforced, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each environment in scope, the worst result first, with the policies that ask for the control there, the result, since when it fails, and what running artifacts come to. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
