import * as z from 'zod/mini'
import { decision } from '#contract/attestation/attestation.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { paging, linkedPage } from '#contract/common/pagination.ts'
import { controlVersion } from '#contract/control/control.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { verdictDay } from '#contract/verdict/verdict-history.ts'

/** Filters of the lists of decisions: all apply together, values of one filter are alternatives. */
export const decisionFilters = {
  /** Identifiers of controls, known or not. */
  control: maybe(z.array(z.string())),
  compliant: maybe(z.boolean()),
  flow_name: maybe(z.array(z.string())),
  /** A full fingerprint. */
  fingerprint: maybe(z.string()),
  from_timestamp: maybe(z.int()),
  to_timestamp: maybe(z.int()),
}

/** A row of the dashboard's list of decisions. */
const loggedDecision = z.object({
  attestation_id: z.string(),
  attestation_name: z.string(),
  created_at: timestamp,
  is_compliant: z.boolean(),
  control: z.string(),
  /** At the time of the decision; null where the control was unknown then. */
  control_version: z.nullable(z.int()),
  control_name: z.nullable(z.string()),
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.string(),
  artifact_fingerprint: z.nullable(z.string()),
  reported_by: z.string(),
  /** The first violation as a sentence, and the number of all. */
  violation: z.nullable(z.string()),
  violation_count: z.int(),
})
export type LoggedDecision = z.output<typeof loggedDecision>

export const listDecisionLog = endpoint({
  name: 'listDecisionLog',
  method: 'GET',
  path: '/cairn/{org}/decisions',
  access: 'reader',
  archived: 'include',
  query: z.object({
    ...decisionFilters,
    /** Lists decisions older than the one with this id. */
    before: maybe(z.string()),
    per_page: z._default(z.int().check(z.gte(1), z.lte(500)), 50),
  }),
  response: z.object({
    decisions: z.array(loggedDecision),
    /** The `before` of the next, older page; null at the end. */
    older: z.nullable(z.string()),
  }),
})

export const countDecisionDays = endpoint({
  name: 'countDecisionDays',
  method: 'GET',
  path: '/cairn/{org}/decisions/days',
  access: 'reader',
  archived: 'include',
  query: z.object(decisionFilters),
  response: z.object({ from: timestamp, to: timestamp, days: z.array(verdictDay) }),
})

export const getDecisionPage = endpoint({
  name: 'getDecisionPage',
  method: 'GET',
  path: '/cairn/{org}/decisions/{attestation_id}',
  access: 'reader',
  response: z.object({
    decision,
    /** The first 100 violations as sentences. */
    violations: z.array(z.string()),
    violation_count: z.int(),
    /** The control as it was then and as it is now; null where it was or is unknown. */
    recorded: z.nullable(controlVersion),
    current: z.nullable(controlVersion),
  }),
})

export const listDecisions = endpoint({
  name: 'listDecisions',
  method: 'GET',
  path: '/controls/{org}/{identifier}/decisions',
  access: 'reader',
  archived: 'include',
  query: z.object({
    ...paging({ per_page: 15 }),
    compliant: maybe(z.boolean()),
    flow_name: maybe(z.array(z.string())),
    /** Full fingerprints. */
    fingerprint: maybe(z.array(z.string())),
    sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  response: linkedPage('decisions', decision),
})

export const getDecision = endpoint({
  name: 'getDecision',
  method: 'GET',
  path: '/controls/{org}/{identifier}/decisions/{attestation_id}',
  access: 'reader',
  response: decision,
})

export const exportDecisions = endpoint({
  name: 'exportDecisions',
  ...download,
  path: '/cairn/{org}/exports/decisions',
  access: 'reader',
  archived: 'include',
  query: z.extend(countDecisionDays.query, exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const decisionTexts = {
  listDecisionLog: {
    summary: 'List the decisions about all controls, newest first',
    description:
      'Returns 50 decisions unless `per_page` says otherwise; `older` is the value of `before` for the next ones, null at the end. Decisions about unknown controls are included.',
  },
  countDecisionDays: {
    summary: 'Count decisions by day and verdict: 30 days up to now, or a window of up to 400 days',
    description:
      'Returns the number of compliant and non-compliant decisions of each UTC day that match the filters. Of a longer window the last 400 days are counted.',
  },
  getDecisionPage: {
    summary: 'Get a decision about any control, with the control as it was then and as it is now',
    description:
      'Returns the decision with up to 100 violations as sentences, and the control at the version that it was recorded for and at the present one, each null where it was or is unknown. An unknown decision is 404.',
  },
  listDecisions: {
    summary:
      'List the decisions about a control by time, those before its creation and of archived flows too',
    description:
      'Newest first unless `sort_direction` says otherwise, 15 a page unless `per_page` says otherwise. Decisions that were recorded before the control was created have `control_version` null.',
  },
  getDecision: {
    summary: 'Get a decision about a control, of an archived flow too',
    description:
      'Returns the attestation with the control, its version and its name as they were when the decision was recorded. A decision about another control is 404.',
  },
  exportDecisions: {
    summary: 'Export all decisions that match, newest first, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each decision, with the control, the result and what it is about. What is recorded after the call is left out, and the export is recorded in the audit log.',
  },
} satisfies EndpointTexts
