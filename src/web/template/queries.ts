import { endpointQuery } from '../api/endpoint-query.ts'

/** A page of the versions of a flow's template, newest first. */
export function templateVersionListQuery(
  org: string,
  flow: string,
  page: { page?: number | undefined; per_page?: number | undefined },
) {
  return endpointQuery('listTemplateVersions', { org, flow_name: flow }, page)
}

/** Some versions of a flow's template by number; unknown ones are left out. */
export function templateVersionsQuery(org: string, flow: string, version: number[]) {
  return endpointQuery('listTemplateVersions', { org, flow_name: flow }, { version })
}

/** The newest version of a flow's template alone. */
export function newestTemplateQuery(org: string, flow: string) {
  return endpointQuery('listTemplateVersions', { org, flow_name: flow }, { per_page: 1 })
}
