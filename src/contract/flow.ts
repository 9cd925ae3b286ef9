import * as z from 'zod/mini'
import { attestationName, flowName, maybe, ok, tags, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { flowListQuery, flowOrder, visibility } from './flow-list.ts'
import { optionalPaging, paged } from './page.ts'
import { trailState } from './trail-state.ts'

const flowFields = {
  name: flowName,
  description: maybe(z.string()),
  visibility: maybe(visibility),
}

/** A flow (wire.md 8). `template` is raw YAML, or the list of names of a legacy flow. */
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
  summary: 'Create or update a flow with a template file',
  decided: 'wire.md 8',
})

export const putFlow = endpoint({
  method: 'PUT',
  path: '/flows/{org}',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({ ...flowFields, template: maybe(z.array(attestationName)) }),
  },
  response: ok,
  status: [201, 200],
  summary: 'Create or update a flow with a list of attestation names (legacy)',
  decided: 'wire.md 8',
})

export const listFlows = endpoint({
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
  status: [200],
  summary: 'List flows: all of them, or a page when paging is asked for',
  decided: 'wire.md 8',
})

export const getFlow = endpoint({
  method: 'GET',
  path: '/flows/{org}/{flow_name}',
  access: 'reader',
  response: flow,
  status: [200],
  summary: 'Get a flow',
  decided: 'wire.md 8',
})

export const renameFlow = endpoint({
  method: 'PUT',
  path: '/flows/{org}/{flow_name}/rename',
  access: 'member',
  body: { kind: 'json', schema: z.object({ new_name: flowName }) },
  response: ok,
  status: [200],
  summary: 'Rename a flow; its history stays with it',
  decided: 'wire.md 8',
})

export const archiveFlow = endpoint({
  method: 'PUT',
  path: '/flows/{org}/{flow_name}/archive',
  access: 'member',
  response: ok,
  status: [200],
  summary: 'Archive a flow; a PUT of its name makes it active again',
  decided: 'wire.md 8',
})

/** A row of the dashboard's flow list (product.md 3.2). */
export const flowSummary = z.extend(flowListItem, {
  /** The newest 20 trails, oldest first. */
  recent_trails: z.array(z.object({ name: z.string(), state: trailState })),
  non_compliant_count: z.int(),
  incomplete_count: z.int(),
})
export type FlowSummary = z.output<typeof flowSummary>

export const listFlowSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/flows',
  access: 'reader',
  archive: true,
  query: flowListQuery,
  response: paged(flowSummary),
  status: [200],
  summary: 'List flows with their recent trails and open trouble',
  decided: 'product.md 3.2',
})
