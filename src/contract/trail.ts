import * as z from 'zod/mini'
import { externalUrls } from './annotations.ts'
import { gitCommitInfo } from './commit-info.ts'
import { maybe, resourceName, tags, timestamp, webUrl } from './common.ts'
import { repoInfo } from './repo-info.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './page.ts'
import { trailListQuery } from './trail-list.ts'
import { complianceStatus, trailState } from './trail-state.ts'
import { trailEvent } from './trail-event.ts'
import { templateSlot } from './template.ts'

export const trailPayload = z.object({
  name: resourceName,
  description: maybe(z.string()),
  user_data: maybe(z.record(z.string(), z.unknown())),
  git_commit_info: maybe(gitCommitInfo),
  repo_info: maybe(repoInfo),
  external_urls: maybe(externalUrls),
  origin_url: maybe(z.union([z.literal(''), webUrl])),
})
export type TrailPayload = z.output<typeof trailPayload>

/** A trail in a list (wire.md 9). */
export const trailListItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  flow_name: z.string(),
  compliance_state: trailState,
  is_compliant: z.boolean(),
  git_commit_info: z.nullable(gitCommitInfo),
  created_at: timestamp,
  last_modified_at: timestamp,
  created_by: z.string(),
  html_url: z.string(),
})
export type TrailListItem = z.output<typeof trailListItem>

/** One trail with its template, status and events (wire.md 9). */
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
  /** The repository as it was reported; our addition. */
  repo_info: z.nullable(repoInfo),
  created_at: timestamp,
  last_modified_at: timestamp,
  flow: z.object({ name: z.string(), tags, archived_at: z.nullable(timestamp) }),
  /** Version of the flow's template that the trail began with, null for one of its own; our addition. */
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
  compliance_status: complianceStatus,
  events: z.array(trailEvent),
})
export type Trail = z.output<typeof trail>

export const beginTrail = endpoint({
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
  summary: 'Begin a trail, or update it',
  spec: '4.7',
})

export const listTrails = endpoint({
  method: 'GET',
  path: '/trails/{org}',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 20 }),
    flow: maybe(z.string()),
    fingerprint: maybe(z.string()),
    flow_tag: maybe(z.string().check(z.regex(/^[^=]+=/))),
  }),
  response: paged(trailListItem),
  status: [200],
  summary: 'List trails, newest first',
  decided: 'wire.md 9',
})

export const getTrail = endpoint({
  method: 'GET',
  path: '/trails/{org}/{flow_name}/{trail_name}',
  access: 'reader',
  response: trail,
  status: [200],
  summary: 'Get a trail with its compliance and events',
  decided: 'wire.md 9',
})

/** A row of a flow's trails tab (product.md 3.3). */
export const trailSummary = z.extend(trailListItem, {
  artifact_count: z.int(),
  present_count: z.int(),
  expected_count: z.int(),
})
export type TrailSummary = z.output<typeof trailSummary>

export const listTrailSummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails',
  access: 'reader',
  query: trailListQuery,
  response: paged(trailSummary),
  status: [200],
  summary: "List a flow's trails with what is present and expected, newest first",
  decided: 'product.md 3.3',
})
