import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import {
  externalUrls,
  maybe,
  record,
  resourceName,
  tags,
  text,
  timestamp,
  urlText,
} from '#contract/common/fields.ts'
import { gitCommitInfo, repoInfo } from '#contract/common/git.ts'
import { paging, paged } from '#contract/common/pagination.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { templateSlot } from '#contract/template/template.ts'
import { trailState, complianceStatus } from '#contract/verdict/compliance-status.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { trailEvent } from './trail-event.ts'

/**
 * Filters of the lists of a flow's trails and artifacts. Declared separately: the dashboard's first
 * chunk parses URLs with them, and does not load the response schemas.
 */
const artifactFilters = {
  name: maybe(z.string()),
  verdict: maybe(z.array(trailState)),
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
}
const trailFilters = { ...artifactFilters, author: maybe(z.string()) }

export const artifactListQuery = z.object({ ...paging({ per_page: 25 }), ...artifactFilters })

export const trailListQuery = z.object({ ...paging({ per_page: 25 }), ...trailFilters })

/** Query of the trails of all flows; values of a filter are alternatives, but all tags must match. */
export const allTrailsQuery = z.object({
  ...paging({ per_page: 25 }),
  flow_name: maybe(z.array(z.string())),
  /** Of the flow. */
  tag: maybe(z.array(z.string())),
  verdict: artifactFilters.verdict,
  from_timestamp: artifactFilters.from_timestamp,
  to_timestamp: artifactFilters.to_timestamp,
})

/** Filters of the list in which a trail has its neighbours. */
export const neighbourQuery = z.object(trailFilters)

export const matrixQuery = z.extend(trailListQuery, {
  /** Only trails with this slot failing or missing, in a window of up to 90 days, by default 30. */
  target: maybe(z.string()),
  attestation_name: maybe(z.string()),
  slot_state: maybe(z.enum(['NON-COMPLIANT', 'MISSING'])),
})

export const trailPayload = z.object({
  name: resourceName,
  description: maybe(text),
  user_data: maybe(record(text, z.unknown())),
  git_commit_info: maybe(gitCommitInfo),
  repo_info: maybe(repoInfo),
  external_urls: maybe(externalUrls),
  origin_url: maybe(urlText),
})
export type TrailPayload = z.output<typeof trailPayload>

/** A trail in a list. */
export const trailListItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  flow_name: z.string(),
  ...archivedFlowsMark,
  compliance_state: trailState,
  is_compliant: z.boolean(),
  /** Number of overrides that carry its state; 0 where evidence does; our addition. */
  override_count: z.int(),
  /** Full types of its evidence that is older than allowed, by name; our addition. */
  expired: z.array(z.string()),
  /** Whether it is compliant though no evidence is expected or was reported; our addition. */
  nothing_expected: z.boolean(),
  git_commit_info: z.nullable(gitCommitInfo),
  created_at: timestamp,
  last_modified_at: timestamp,
  created_by: z.string(),
  html_url: z.string(),
})
export type TrailListItem = z.output<typeof trailListItem>

/** One trail with its template, status and events. */
export const trail = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  origin_url: z.string(),
  html_url: z.string(),
  created_by: z.string(),
  git_commit_info: z.nullable(gitCommitInfo),
  external_urls: z.nullable(externalUrls),
  user_data: z.unknown(),
  repo_ids: z.array(z.string()),
  /** The repository as reported; our addition. */
  repo_info: z.nullable(repoInfo),
  created_at: timestamp,
  last_modified_at: timestamp,
  flow: z.object({ name: z.string(), tags, archived_at: z.nullable(timestamp) }),
  /** Version of the flow's template at the start; null for a template of its own; our addition. */
  flow_template_version: z.nullable(z.int()),
  template: z.object({
    version: z.int(),
    trail: z.object({
      attestations: z.array(templateSlot),
      artifacts: z.array(z.object({ name: z.string(), attestations: z.array(templateSlot) })),
    }),
    content: z.string(),
  }),
  compliance_state: trailState,
  is_compliant: z.boolean(),
  /** Qualifiers of its state; our addition. */
  qualifiers,
  compliance_status: complianceStatus,
  events: z.array(trailEvent),
})
export type Trail = z.output<typeof trail>

export const beginTrail = endpoint({
  name: 'beginTrail',
  method: 'PUT',
  path: '/trails/{org}/{flow_name}',
  access: 'member',
  body: {
    kind: 'multipart',
    part: 'data_json',
    schema: trailPayload,
    file: { name: 'template_file', keep: 'text' },
  },
  response: z.string(),
  status: [201, 200],
})

export const listTrails = endpoint({
  name: 'listTrails',
  method: 'GET',
  path: '/trails/{org}',
  access: 'reader',
  archived: 'include',
  query: z.object({
    ...paging({ per_page: 20 }),
    flow: maybe(z.array(z.string())),
    fingerprint: maybe(z.array(z.string())),
    flow_tag: maybe(z.array(z.string().check(z.regex(/^[^=]+=/)))),
  }),
  response: paged(trailListItem),
})

export const getTrail = endpoint({
  name: 'getTrail',
  method: 'GET',
  path: '/trails/{org}/{flow_name}/{trail_name}',
  access: 'reader',
  response: trail,
})

/** A row of a flow's trails tab. */
export const trailSummary = z.extend(trailListItem, {
  artifact_count: z.int(),
  present_count: z.int(),
  expected_count: z.int(),
})
export type TrailSummary = z.output<typeof trailSummary>

export const listTrailSummaries = endpoint({
  name: 'listTrailSummaries',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails',
  access: 'reader',
  query: trailListQuery,
  response: paged(trailSummary),
})

export const exportTrails = endpoint({
  name: 'exportTrails',
  ...download,
  path: '/cairn/{org}/exports/flows/{flow_name}/trails',
  access: 'reader',
  query: z.extend(z.omit(listTrailSummaries.query, pagingParameters), exportFormat),
})

export const listAllTrailSummaries = endpoint({
  name: 'listAllTrailSummaries',
  method: 'GET',
  path: '/cairn/{org}/trails',
  access: 'reader',
  archived: 'include',
  query: allTrailsQuery,
  response: paged(trailSummary),
})

export const exportAllTrails = endpoint({
  name: 'exportAllTrails',
  ...download,
  path: '/cairn/{org}/exports/trails',
  access: 'reader',
  archived: 'include',
  query: z.extend(z.omit(allTrailsQuery, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const trailTexts = {
  beginTrail: {
    summary: 'Begin a trail, or update it',
    description:
      'Answers 201 if the trail began with this call and 200 if it existed; then fields that are left out keep their values, and a call that changes nothing adds no event. Without `template_file` the trail takes the template of its flow as it is now. An unknown or archived flow is 404, and an invalid template 400; nothing is stored then.',
    spec: '4.7',
  },
  listTrails: {
    summary: 'List trails, newest first, also those of archived flows',
    description:
      'Returns one page, 20 trails unless `per_page` says otherwise, with the total in `pagination`. `flow` and `flow_tag` narrow the list, `fingerprint` selects trails that hold an artifact; unknown values give an empty list.',
  },
  getTrail: {
    summary: 'Get a trail with its compliance and events',
    description:
      'Returns the trail with its template, its compliance status slot by slot, and its events, oldest first, with when its artifacts started and stopped running. An attestation that came before its artifact is COMPLETE in the status of the artifact, while the artifact itself is still MISSING.',
  },
  listTrailSummaries: {
    summary: "List a flow's trails with what is present and expected, newest first",
    description:
      'Returns one page of trails, each with how many slots of its template are filled and how many are expected. A page has 25 unless `per_page` says otherwise. An unknown flow is 404, and so is one that `archived` leaves out.',
  },
  exportTrails: {
    summary: "Export all of a flow's trails that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each trail of the flow, newest first, with its status, commit and slots; trails that begin after the call are left out. The export is recorded in the audit log.',
  },
  listAllTrailSummaries: {
    summary: 'List trails of all flows with what is present and expected, newest first',
    description:
      'Returns one page of trails, 25 unless `per_page` says otherwise, also those of archived flows. `tag` is asked of their flows; unknown flows and tags give an empty list.',
  },
  exportAllTrails: {
    summary: "Export all of the organization's trails that match, as CSV, NDJSON or JSON",
    description:
      'Returns one row for each trail of all flows, newest first, with its flow, status, commit and slots. Trails that begin after the call are left out, and the export is recorded in the audit log.',
  },
} satisfies EndpointTexts
