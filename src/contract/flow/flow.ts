import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import {
  attestationName,
  flowName,
  maybe,
  ok,
  tags,
  text,
  timestamp,
} from '#contract/common/fields.ts'
import { sortDirection, paging, optionalPaging, paged } from '#contract/common/pagination.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'

export const visibility = z.enum(['public', 'private'])

/** Order of lists of flows. */
export const flowOrder = {
  sort: z._default(z.enum(['name', 'latest_activity']), 'name'),
  sort_direction: sortDirection,
}

/** Query of the dashboard's list of flows. */
export const flowListQuery = z.object({
  ...paging({ per_page: 25 }),
  name: maybe(z.string()),
  /** `key`, or `key:value`; all must match. */
  tag: maybe(z.array(z.string())),
  verdict: maybe(z.array(trailState)),
  visibility: maybe(visibility),
  /** Only flows in one of these spaces, or below it. */
  space_id: maybe(z.array(z.string())),
  ...flowOrder,
})

const flowFields = {
  name: flowName,
  description: maybe(text),
  visibility: maybe(visibility),
}

/** A flow. `template` is raw YAML, or the list of names of a legacy flow. */
export const flow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  visibility,
  org: z.string(),
  template: z.union([z.string(), z.array(z.string())]),
  repo_url: z.nullable(z.string()),
  tags,
  /** When it was archived, null while it is active; our addition. */
  archived_at: z.nullable(timestamp),
})
export type Flow = z.output<typeof flow>

export const flowListItem = z.extend(flow, {
  latest_activity_at: z.nullable(timestamp),
  latest_state: z.nullable(trailState),
})
export type FlowListItem = z.output<typeof flowListItem>

export const putFlowWithTemplate = endpoint({
  name: 'putFlowWithTemplate',
  method: 'PUT',
  path: '/flows/{org}/template_file',
  access: 'member',
  body: {
    kind: 'multipart',
    part: 'data_json',
    schema: z.object(flowFields),
    file: { name: 'template_file', keep: 'text' },
  },
  response: ok,
  status: [201, 200],
})

export const putFlow = endpoint({
  name: 'putFlow',
  method: 'PUT',
  path: '/flows/{org}',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      ...flowFields,
      template: maybe(z.array(attestationName).check(z.maxLength(10_000))),
    }),
  },
  response: ok,
  status: [201, 200],
})

export const listFlows = endpoint({
  name: 'listFlows',
  method: 'GET',
  path: '/flows/{org}',
  access: 'reader',
  query: z.object({
    ...optionalPaging,
    search_by_name: maybe(z.string()),
    case_sensitive: z._default(z.boolean(), true),
    ...flowOrder,
  }),
  response: z.union([z.array(flowListItem), paged(flowListItem)]),
})

export const getFlow = endpoint({
  name: 'getFlow',
  method: 'GET',
  path: '/flows/{org}/{flow_name}',
  access: 'reader',
  response: flow,
})

export const renameFlow = endpoint({
  name: 'renameFlow',
  method: 'PUT',
  path: '/flows/{org}/{flow_name}/rename',
  access: 'member',
  body: { kind: 'json', schema: z.object({ new_name: flowName }) },
  response: ok,
})

export const archiveFlow = endpoint({
  name: 'archiveFlow',
  method: 'PUT',
  path: '/flows/{org}/{flow_name}/archive',
  access: 'member',
  response: ok,
})

/** A row of the dashboard's flow list. */
export const flowSummary = z.extend(flowListItem, {
  /** The newest 20 trails, oldest first. */
  recent_trails: z.array(
    z.object({
      name: z.string(),
      state: trailState,
      /** Number of overrides that carry the state. */
      override_count: z.int(),
      /** Full types of its evidence that is older than allowed, by name. */
      expired: z.array(z.string()),
      /** Whether it is compliant though no evidence is expected or was reported. */
      nothing_expected: z.boolean(),
    }),
  ),
  non_compliant_count: z.int(),
  incomplete_count: z.int(),
  /** The space that it is directly in, or null. */
  space_id: z.nullable(z.string()),
})
export type FlowSummary = z.output<typeof flowSummary>

export const listFlowSummaries = endpoint({
  name: 'listFlowSummaries',
  method: 'GET',
  path: '/cairn/{org}/flows',
  access: 'reader',
  archived: 'exclude',
  query: flowListQuery,
  response: paged(flowSummary),
})

export const exportFlows = endpoint({
  name: 'exportFlows',
  ...download,
  path: '/cairn/{org}/exports/flows',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(z.omit(listFlowSummaries.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const flowTexts = {
  putFlowWithTemplate: {
    summary: 'Create or update a flow with a template file',
    description:
      'Answers 201 if the flow was created and 200 if it was updated. Fields that are left out keep their values; without `template_file` a new flow has the empty template and an existing one keeps its own. An invalid template is 400 with the reason in `errors.template_file`; an archived flow becomes active again.',
  },
  putFlow: {
    summary: 'Create or update a flow with a list of attestation names (legacy)',
    description:
      'Older form of creating a flow: `template` is a list of attestation names, each expected on every artifact with any type. Answers 201 if the flow was created and 200 if it was updated; fields that are left out keep their values.',
  },
  listFlows: {
    summary: 'List flows: all of them, or a page when paging is asked for',
    description:
      'Without `page` and `per_page` the answer is an array of all flows; with one of them it is an object with `data` and `pagination`, 20 flows a page. `search_by_name` looks for a part of the name and minds upper and lower case unless `case_sensitive` is false. Archived flows are not listed.',
  },
  getFlow: {
    summary: 'Get a flow',
    description:
      'Returns the flow with its tags and its template: YAML text, or a list of names for a flow that was created with one. The `ETag` can be sent as `If-Match` with a later change.',
  },
  renameFlow: {
    summary: 'Rename a flow; its history stays with it',
    description:
      'Trails, artifacts and attestations stay with the flow; its old name is free again. A name that is in use is refused with 400. A flow whose tags ask for an approval, or decide for how long evidence is kept, is renamed by admins only: 403.',
  },
  archiveFlow: {
    summary: 'Archive a flow; a PUT of its name makes it active again',
    description:
      'An archived flow is not listed and takes no reports; reading it answers 404 with `Flow has been archived` unless `archived` says otherwise. Creating a flow of the same name makes it active again with its history.',
  },
  listFlowSummaries: {
    summary: 'List flows with their recent trails and open trouble',
    description:
      'Returns one page with the last 20 trails of each flow by name and state, and how many of its trails are non-compliant or incomplete. A page has 25 flows unless `per_page` says otherwise.',
  },
  exportFlows: {
    summary: 'Export all flows that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each flow, with recent trails and open trouble, in the order asked for. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
