import * as z from 'zod/mini'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { externalUrls, maybe, timestamp } from '#contract/common/fields.ts'
import { keysetPagination, paging } from '#contract/common/pagination.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { overrideStates } from '#contract/override/override.ts'

/** Kinds of exceptions, in the order of the register. */
export const exceptionKinds = ['override', 'allow_list', 'policy', 'snooze'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** Decision of a review: the exception stays, gets an earlier end, or ends. */
export const reviewOutcomes = ['kept', 'shortened', 'ended'] as const

/** Artifacts and trails that rely on an exception now. */
const reliance = z.object({
  /** Names of the environments where artifacts comply only by it, in order. */
  environments: z.array(z.string()),
  /** Those of them that are stale: there artifacts did so when last seen. */
  stale_environments: z.array(z.string()),
  /** Running artifacts that comply only by it, counted in each environment. */
  artifact_count: z.int(),
  /** For an entry of an allow-list, the policies that its artifact fails; else null. */
  failing_policies: z.nullable(z.int()),
})

/** Numbers of verdicts that an override changed when it was made. */
const recordedChange = z.object({
  trails: z.int(),
  artifacts: z.int(),
  environments: z.int(),
})

/** An exception, or a request for one, in the register. */
export const registeredException = z.object({
  kind: z.enum(exceptionKinds),
  /** Unique among those of its kind. */
  exception_id: z.string(),
  /** The attestation, the artifact, the condition of a policy, or the snoozed environment. */
  name: z.string(),
  /** Where it holds: null where that says nothing of its kind. */
  flow_name: z.nullable(z.string()),
  ...archivedFlowsMark,
  trail_name: z.nullable(z.string()),
  environment_name: z.nullable(z.string()),
  policy: z.nullable(z.object({ name: z.string(), version: z.int(), line: z.nullable(z.int()) })),
  artifact_fingerprint: z.nullable(z.string()),
  state: z.enum(overrideStates),
  /** Empty where none was asked for. */
  reason: z.string(),
  external_urls: externalUrls,
  created_at: timestamp,
  created_by: z.string(),
  expires_at: z.nullable(timestamp),
  /** When it ended, or was decided about; null before, and for what only has a present. */
  ended_at: z.nullable(timestamp),
  /** Who ended it, or decided about it; `(automatic)` where its time was over. */
  ended_by: z.nullable(z.string()),
  /** As in overrides: days from approval to end of a waiting request. */
  expires_after_days: z.nullable(z.int()),
  approved_by: z.nullable(z.string()),
  /** The last review; null for none. */
  review: z.nullable(
    z.object({
      at: timestamp,
      by: z.string(),
      /** Null where it was only looked at. */
      outcome: z.nullable(z.enum(reviewOutcomes)),
    }),
  ),
  /** Null for what carries no verdict: a snooze, a request, and what was replaced or has ended. */
  relies_now: z.nullable(reliance),
  /** Null where it was not recorded. */
  changed_then: z.nullable(recordedChange),
})
export type RegisteredException = z.output<typeof registeredException>

/** States of what neither holds nor waits: it has ended, or was never made. */
export const endedStates = ['expired', 'withdrawn', 'restored', 'declined'] as const

/** States that the register can be filtered by; `ended` stands for all of `endedStates`. */
export const exceptionStates = [...overrideStates, 'ended'] as const
export type ExceptionStateFilter = (typeof exceptionStates)[number]

/** The largest number of exceptions that the register counts. */
export const maxCounted = 10_000

/**
 * Where a page of the register begins: whether the exception before it waits, its place among the
 * kinds, its end, when it was made, and its id.
 */
const cursor = z
  .string()
  .check(
    z.regex(
      /^[01]_[1-4]_(none|\d{1,15}(\.\d{1,12})?)_\d{1,15}(\.\d{1,12})?_.{1,500}$/,
      'must be the `next` of another page',
    ),
  )

/** Filters of the register; all apply together, several values of one are alternatives. */
export const exceptionFilters = {
  kind: maybe(z.array(z.enum(exceptionKinds))),
  state: maybe(z.array(z.enum(exceptionStates))),
  /** A part of the name, the reason, the trail or a ticket; upper and lower case are the same. */
  q: maybe(z.string()),
  flow_name: maybe(z.string()),
  environment_name: maybe(z.string()),
  attestation_type: maybe(z.string()),
  created_by: maybe(z.string()),
  direction: maybe(z.enum(['to_compliant', 'to_non_compliant'])),
  expires_before: maybe(timestamp),
  /** Whether it has an end. */
  has_end: maybe(z.boolean()),
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
  /** Whether it was reviewed. */
  reviewed: maybe(z.boolean()),
}

/** Orders of the register. `kind` has requests first, then the kinds in order, the next end first. */
export const exceptionOrders = ['kind', 'created_at', 'expires_at'] as const

export const listExceptions = endpoint({
  name: 'listExceptions',
  method: 'GET',
  path: '/cairn/{org}/exceptions',
  access: 'reader',
  query: z.object({
    per_page: paging({ per_page: 25 }).per_page,
    /** The `next` of the page before; the first page without. */
    page_after: maybe(cursor),
    ...exceptionFilters,
    sort: z._default(z.enum(exceptionOrders), 'kind'),
  }),
  response: z.object({ data: z.array(registeredException), pagination: keysetPagination }),
})

export const exportExceptions = endpoint({
  name: 'exportExceptions',
  ...download,
  path: '/cairn/{org}/exports/exceptions',
  access: 'reader',
  query: z.extend(z.omit(listExceptions.query, { per_page: true, page_after: true }), exportFormat),
})

export const summarizeExceptions = endpoint({
  name: 'summarizeExceptions',
  method: 'GET',
  path: '/cairn/{org}/exceptions/summary',
  access: 'reader',
  response: z.object({
    /**
     * Running artifacts that comply only by exceptions, of all that run. Of the former, those in
     * stale environments or with expired evidence count as that elsewhere.
     */
    artifacts: z.object({ by_exception: z.int(), stale_or_expired: z.int(), running: z.int() }),
    /** Environments with such artifacts, of all active ones that are not logical. */
    environments: z.object({ by_exception: z.int(), total: z.int() }),
    /** Exceptions in force, by kind. */
    in_force: z.object({
      override: z.int(),
      allow_list: z.int(),
      policy: z.int(),
      snooze: z.int(),
    }),
    /** Overrides and entries of allow-lists without an end, of all in force. */
    without_end: z.int(),
    ending_within_week: z.int(),
    /** Overrides, entries of allow-lists and exceptions of policies that nobody has reviewed. */
    never_reviewed: z.int(),
    /** Requests that wait for a second person. */
    requested: z.int(),
  }),
})

/** Texts of these endpoints in the API reference. */
export const exceptionTexts = {
  listExceptions: {
    summary: 'List exceptions of every kind: overrides, allow-lists, policies and snoozes',
    description:
      'Returns who made each exception, why, until when, who approved and reviewed it, which running artifacts comply only by it now, and what it changed when it was made. Requests that wait come first, then the kinds in order; `sort` says otherwise. A page has 25 unless `per_page` says otherwise; `next` is the `page_after` of the page that follows. The total is counted up to 10,000. `state=ended` stands for expired, withdrawn, restored and declined.',
  },
  exportExceptions: {
    summary: 'Export all exceptions that match as CSV, NDJSON or JSON',
    description:
      'Returns one row for each exception and each request, with reason, author, approval, end and what relies on it. The export is recorded in the audit log.',
  },
  summarizeExceptions: {
    summary: 'Count the exceptions in force, and what complies only by them',
    description:
      'Returns how many running artifacts and environments comply only by exceptions, and how many exceptions are in force, have no end, end within a week, or were never reviewed.',
  },
} satisfies EndpointTexts
