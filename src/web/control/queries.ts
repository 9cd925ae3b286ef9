import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { getControlPage, listControlSummaries } from '#contract/control/control-page.ts'
import {
  archiveControl,
  getControl,
  listControls,
  listControlVersions,
  unarchiveControl,
} from '#contract/control/control.ts'
import { listRequirements } from '#contract/control/requirement.ts'
import { changeTags } from '#contract/tag/tag.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { type EndpointQuery, endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import type { Resource } from '#web/record/resource.ts'

/** Search of the page of controls, in either view. */
type ControlListSearch = QueryInputOf<typeof listControlSummaries> &
  QueryInputOf<typeof listRequirements> & { view?: unknown; ignored?: unknown }

/** Its query for the list. */
export const listed = ({ view: _, framework: __, ...rest }: ControlListSearch) => queryOf(rest)

/** A page of controls with how they fare. */
export const controlListQuery = (
  org: string,
  search: ControlListSearch,
): EndpointQuery<typeof listControlSummaries> =>
  endpointQuery(listControlSummaries, { org }, listed(search))

/** Its query for the matrix of frameworks, which has one order. */
export const requirements = ({
  view: _,
  sort: __,
  sort_direction: ___,
  ...rest
}: ControlListSearch) => queryOf(rest)

/** A page of requirements with their controls. */
export const requirementsQuery = (
  org: string,
  search: ControlListSearch,
): EndpointQuery<typeof listRequirements> =>
  endpointQuery(listRequirements, { org }, requirements(search))

/** A control, and the state that it was read in. */
export const controlQuery = (org: string, identifier: string) =>
  versionedQuery(getControl, { org, identifier })

/** Where a control is enforced, and whether it holds there. */
export const controlPageQuery = (org: string, identifier: string) =>
  endpointQuery(getControlPage, { org, identifier })

/** The newest versions of a control. */
export const controlVersionsQuery = (org: string, identifier: string) =>
  endpointQuery(listControlVersions, { org, identifier }, { per_page: 500 })

/** The first controls with the policies that ask for them. */
export const referencedControlsQuery = (org: string) =>
  endpointQuery(listControls, { org }, { per_page: 100 })

/** How a control is tagged and archived. */
export const controlNoun: Resource = {
  one: 'control',
  refusal: (isOne) =>
    `${isOne ? 'It leaves' : 'They leave'} the lists and cannot be edited. Rules that name ${isOne ? 'it' : 'them'} still apply.`,
  kinds: { archived: 'control_archived', tagged: 'control_tags_changed' },
  archive: (org, identifier) => call(archiveControl, { params: { org, identifier } }),
  activate: (org, identifier) => call(unarchiveControl, { params: { org, identifier } }),
  archiveCall: (org, identifier) => curl(archiveControl, { params: { org, identifier } }),
  changeTags: (org, resource_id, body) =>
    call(changeTags, { params: { org, resource_type: 'control', resource_id }, body }),
}
