import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { getFlowStatistics, listFlowSlots } from '#contract/flow/flow-statistics.ts'
import {
  archiveFlow,
  getFlow,
  listFlowSummaries,
  putFlow,
  putFlowWithTemplate,
  renameFlow,
} from '#contract/flow/flow.ts'
import { changeTags } from '#contract/tag/tag.ts'
import { firstDayOf } from '#domain/common/days.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { cliCommand } from '#web/pipeline/reporter-cli.ts'
import { askedQuery, endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { type RenamableResource, refusedReports } from '#web/record/resource.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'

type ListQuery = QueryInputOf<typeof listFlowSummaries>

/** Search of the list of flows: the API's own query, of active or of archived flows. */
type FlowListSearch = Omit<ListQuery, 'archived'> & { archived?: boolean; ignored?: unknown }

/** Query of the list. */
export function flowQueryOf(search: FlowListSearch): ListQuery {
  const { archived, ...query } = queryOf(search)
  return { ...query, ...(archived && { archived: 'only' }) }
}

/** A page of flows with their recent trails. */
export function flowListQuery(org: string, search: FlowListSearch) {
  return endpointQuery(listFlowSummaries, { org }, flowQueryOf(search))
}

/** One flow. */
export function flowQuery(org: string, flow: string) {
  return endpointQuery(getFlow, { org, flow_name: flow })
}

/** One flow for a form that changes it. */
export function editedFlowQuery(org: string, flow: string) {
  return versionedQuery(getFlow, { org, flow_name: flow })
}

const template = `version: 1
trail:
  attestations:
    - name: review
      type: generic
`

/** The call that makes an organization's first flow, with a small template. */
export function createFlowCall(org: string, flow: string): PipelineCall {
  const file = 'template.yml'
  const create = cliCommand(org, ['create', 'flow', flow], { 'template-file': file })
  return {
    cli: `cat > ${file} <<'END'\n${template}END\n${create}`,
    curl: curl(putFlowWithTemplate, {
      params: { org },
      body: { name: flow },
      file: { part: 'template_file', name: file, text: template },
    }),
  }
}

/** How a flow is tagged, renamed and archived. */
export const flowNoun: RenamableResource = {
  one: 'flow',
  history: 'Trails, artifacts and evidence stay with it.',
  refusal: (isOne) => refusedReports('Pipelines that report', isOne),
  renamed: 'flow_renamed',
  kinds: {
    archived: 'flow_archived',
    tagged: 'tags_changed',
  },
  edited: editedFlowQuery,
  rename: (org, flow_name, body, ifMatch) =>
    call(renameFlow, { params: { org, flow_name }, body, ifMatch }),
  renameCall: (org, flow_name, new_name) =>
    curl(renameFlow, { params: { org, flow_name }, body: { new_name } }),
  archive: (org, flow_name) => call(archiveFlow, { params: { org, flow_name } }),
  activate: (org, name) => call(putFlow, { params: { org }, body: { name } }),
  archiveCall: (org, flow_name) => curl(archiveFlow, { params: { org, flow_name } }),
  changeTags: (org, resource_id, body) =>
    call(changeTags, { params: { org, resource_type: 'flow', resource_id }, body }),
}

/** Lengths of the window that a flow is looked at in. */
export type WindowDays = 30 | 90

/** The window that shows the most of a range. */
export const windowDaysOf = (range: string | undefined): WindowDays =>
  range === '90d' || range === 'quarter' || range === '12m' ? 90 : 30

/** A window up to now. */
const windowOf = (days: WindowDays) => ({ from_timestamp: firstDayOf(days, Date.now() / 1_000) })

/** How many of a flow's trails have which verdict, day by day. */
export const flowStatisticsQuery = (org: string, flow: string, days: WindowDays) =>
  askedQuery(getFlowStatistics, { org, flow_name: flow }, { days }, () => windowOf(days))

/** A flow's slots, those that fail most first. */
export const flowSlotsQuery = (org: string, flow: string, days: WindowDays) =>
  askedQuery(listFlowSlots, { org, flow_name: flow }, { days }, () => windowOf(days))

/** Values of a flow's visibility, and what they mean. */
export const visibilities = [
  { value: 'private', label: 'private', hint: 'for members of the organization' },
  { value: 'public', label: 'public', hint: 'marked as public; only members have access' },
] as const
