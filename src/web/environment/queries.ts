import type { QueryInputOf } from '#contract/common/endpoint.ts'
import {
  archiveEnvironment,
  getEnvironment,
  putEnvironment,
  renameEnvironment,
} from '#contract/environment/environment.ts'
import { listServices } from '#contract/deployment/deployed-service.ts'
import { listEnvironmentSummaries } from '#contract/environment/environment-list.ts'
import { getOverview } from '#contract/overview/overview.ts'
import { changeTags } from '#contract/tag/tag.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { type RenamableResource, refusedReports } from '#web/record/resource.ts'

type ListQuery = QueryInputOf<typeof listEnvironmentSummaries>

/** Search of the list of environments: active or archived ones, however shown. */
export type EnvironmentListSearch = Omit<ListQuery, 'archived'> & {
  archived?: boolean
  view?: 'table' | 'tiles' | 'services'
  ignored?: unknown
}

/** Query of the list; tiles show the worst first. */
export function environmentQueryOf(search: EnvironmentListSearch): ListQuery {
  const { archived, view, ...query } = queryOf(search)
  return {
    ...query,
    ...(view === 'tiles' && { sort: 'verdict' }),
    ...(archived && { archived: 'only' }),
  }
}

/** A page of environments with what runs in them. */
export function environmentListQuery(org: string, search: EnvironmentListSearch) {
  return endpointQuery(listEnvironmentSummaries, { org }, environmentQueryOf(search))
}

/** How all active environments stand. */
export const standingQuery = (org: string) => endpointQuery(getOverview, { org }, {})

/** Artifacts that run in some environments, by service. */
export function servicesQuery(org: string, environment: string[]) {
  return endpointQuery(listServices, { org }, { environment })
}

/** One environment. */
export function environmentQuery(org: string, env: string) {
  return endpointQuery(getEnvironment, { org, env_name: env })
}

/** One environment for a form that changes it. */
export function editedEnvironmentQuery(org: string, env: string) {
  return versionedQuery(getEnvironment, { org, env_name: env })
}

/** How an environment is tagged, renamed and archived. */
export const environmentNoun: RenamableResource = {
  one: 'environment',
  history: 'Snapshots and events stay with it.',
  refusal: (isOne) =>
    `${refusedReports('Reports', isOne)} ${isOne ? 'Its' : 'Their'} policies are detached.`,
  renamed: 'environment_renamed',
  kinds: {
    archived: 'environment_archived',
    tagged: 'environment_tags_changed',
  },
  edited: editedEnvironmentQuery,
  rename: (org, env_name, body, ifMatch) =>
    call(renameEnvironment, { params: { org, env_name }, body, ifMatch }),
  renameCall: (org, env_name, new_name) =>
    curl(renameEnvironment, { params: { org, env_name }, body: { new_name } }),
  archive: (org, env_name) => call(archiveEnvironment, { params: { org, env_name } }),
  activate: async (org, name) => {
    const { type } = await call(getEnvironment, { params: { org, env_name: name } })
    return call(putEnvironment, { params: { org }, body: { name, type } })
  },
  archiveCall: (org, env_name) => curl(archiveEnvironment, { params: { org, env_name } }),
  changeTags: (org, resource_id, body) =>
    call(changeTags, { params: { org, resource_type: 'environment', resource_id }, body }),
}
