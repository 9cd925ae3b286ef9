import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, tags, timestamp } from '#contract/common/fields.ts'
import { paged, paging } from '#contract/common/pagination.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { standings } from '#contract/verdict/standing.ts'
import { verdictCause } from '#contract/verdict/verdict-history.ts'
import { environmentType } from './environment-type.ts'
import { environment, environmentFilters, environmentSorts } from './environment.ts'

/** A running artifact that fails. */
export const failingArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  /** The first sentence of why; null where no readable verdict is stored. */
  reason: z.nullable(z.string()),
  /** The same in few words: "container-scan fails". */
  cause: z.nullable(z.string()),
})
export type FailingArtifact = z.output<typeof failingArtifact>

/** Values of the verdict filter of environments. */
export const environmentVerdicts = ['COMPLIANT', 'NON-COMPLIANT', 'UNKNOWN'] as const
export type EnvironmentVerdict = (typeof environmentVerdicts)[number]

/** Query of the dashboard's list of environments. */
export const environmentListQuery = z.object({
  ...paging({ per_page: 25, max: 50 }),
  ...environmentFilters,
  /**
   * `verdict` is worst first: non-compliant, stale, unknown, compliant; physical environments stand
   * before logical ones, which have their verdict from them.
   */
  sort: z._default(z.enum([...environmentSorts, 'verdict']), 'name'),
  verdict: maybe(z.array(z.enum(environmentVerdicts))),
  /** Only those that are stale, or only those that are not. */
  stale: maybe(z.boolean()),
  /** How they stand: verdict, what carries it, and silence. */
  standing: maybe(z.array(z.enum(standings))),
})

/** Numbers of running artifacts by verdict. */
const runningCounts = z.object({
  compliant: z.int(),
  /** Of the compliant ones, those that not fresh evidence alone carries. */
  qualified: z.int(),
  non_compliant: z.int(),
  unknown: z.int(),
  /** By a report that is too old, whatever the last verdict was; not in the other counts. */
  stale: z.int(),
})

/** A member of a logical environment in the list of environments. */
const environmentMember = z.object({
  name: z.string(),
  type: environmentType,
  description: z.string(),
  tags,
  state: z.nullable(z.boolean()),
  since: timestamp,
  last_reported_at: z.nullable(timestamp),
  last_changed_at: z.nullable(timestamp),
  stale_at: z.nullable(timestamp),
  snapshot_index: z.int(),
  running_count: z.int(),
  running: runningCounts,
  qualifiers,
  exceptions_end_at: z.nullable(timestamp),
})

/** A row of the dashboard's list of environments. */
const environmentSummary = z.extend(environment, {
  /** Index of the newest snapshot; 0 before the first. */
  snapshot_index: z.int(),
  /** Number of running artifacts: the sum of `running`. */
  running_count: z.int(),
  running: runningCounts,
  /** The artifact that has failed there longest; null where none fails, and of a logical one. */
  failing: z.nullable(failingArtifact),
  /** The snapshot in which its verdict changed last, or null; a null `cause` is a report. */
  flip: z.nullable(
    z.object({ snapshot_index: z.int(), at: timestamp, cause: z.nullable(verdictCause) }),
  ),
  /** Members of a logical environment by name; else null. */
  members: z.nullable(z.array(environmentMember)),
  /** The space that it is directly in, or null. */
  space_id: z.nullable(z.string()),
})
export type EnvironmentSummary = z.output<typeof environmentSummary>

export const listEnvironmentSummaries = endpoint({
  name: 'listEnvironmentSummaries',
  method: 'GET',
  path: '/cairn/{org}/environments',
  access: 'reader',
  archived: 'exclude',
  query: environmentListQuery,
  response: paged(environmentSummary),
})

export const exportEnvironments = endpoint({
  name: 'exportEnvironments',
  ...download,
  path: '/cairn/{org}/exports/environments',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.omit(listEnvironmentSummaries.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const environmentListTexts = {
  listEnvironmentSummaries: {
    summary: 'List environments with what runs in them, logical ones with their members',
    description:
      'Returns each environment with how many running artifacts are compliant, non-compliant and unknown, and what made its state change last. A page has 25 unless `per_page` says otherwise, 50 at most. `stale` selects environments that were silent for too long.',
  },
  exportEnvironments: {
    summary: 'Export all environments that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each environment, with its state, what runs there and its policies. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
