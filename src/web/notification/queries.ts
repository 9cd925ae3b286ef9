import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf, QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { versionedQuery } from '../api/versioned-query.ts'

/** One notification, and the state that it was read in. */
export const notificationQuery = (org: string, number: string) =>
  versionedQuery('getNotificationPage', { org, number })

/** The first environments, by name, whose name holds a text. */
export const environmentNamesQuery = (org: string, name: string) =>
  endpointQuery('listEnvironments', { org }, { name, page: 1, per_page: 50 })

/** Environments that a selector takes now. */
export const selectedQuery = (
  org: string,
  selector: QueryInputOf<Endpoints['findSelectedEnvironments']>,
) => endpointQuery('findSelectedEnvironments', { org }, selector)

/** What a draft would have told; the answer before stays. */
export function backtestQuery(org: string, body: BodyOf<Endpoints['backtestNotification']>) {
  return queryOptions({
    queryKey: ['backtestNotification', { org }, body] as const,
    queryFn: ({ signal }) =>
      untilSignedIn(() => call('backtestNotification', { params: { org }, body, signal })),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

/** What targets of a draft would get; the answer before stays. */
export function previewQuery(org: string, body: BodyOf<Endpoints['previewNotification']>) {
  return queryOptions({
    queryKey: ['previewNotification', { org }, body] as const,
    queryFn: ({ signal }) =>
      untilSignedIn(() => call('previewNotification', { params: { org }, body, signal })),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

/** What the list of notifications can be asked. */
export type NotificationSearch = QueryInputOf<Endpoints['listNotificationSummaries']> & {
  ignored?: unknown
}

/** A page of notifications with their health. */
export const notificationListQuery = (org: string, search: NotificationSearch) =>
  endpointQuery('listNotificationSummaries', { org }, queryOf(search))

/** Environments of which nobody is told anything. */
export const coverageQuery = (org: string) => endpointQuery('getNotificationCoverage', { org })

/** Who is told of an environment. */
export const whoIsToldQuery = (org: string, env_name: string) =>
  endpointQuery('listNotificationsOfEnvironment', { org, env_name })
