import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listMembers, listMembershipChanges } from '#contract/member/member.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** Query options of the members of an organization. */
export const membersQuery = (org: string) => endpointQuery(listMembers, { org })

/** Query options of a page of the history of membership. */
export const membershipChangesQuery = (org: string, page: number) =>
  queryOptions({
    ...endpointQuery(listMembershipChanges, { org }, { page, per_page: 10 }),
    placeholderData: keepPreviousData,
  })
