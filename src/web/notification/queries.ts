import type { BodyOf, QueryInputOf } from '#contract/common/endpoint.ts'
import { backtestNotification, previewNotification } from '#contract/notification/draft.ts'
import {
  getNotificationCoverage,
  getNotificationPage,
  listNotificationsOfEnvironment,
  listNotificationSummaries,
} from '#contract/notification/notification-page.ts'
import { bodyQuery, endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'
import { healthLabels, targetLabels, triggerLabels } from './labels.ts'

/** One notification, and the state that it was read in. */
export const notificationQuery = (org: string, number: string) =>
  versionedQuery(getNotificationPage, { org, number })

/** Backtest of a draft. */
export const backtestQuery = (org: string, body: BodyOf<typeof backtestNotification>) =>
  bodyQuery(backtestNotification, { org }, body, () => body)

/** Preview of a draft's messages. */
export const previewQuery = (org: string, body: BodyOf<typeof previewNotification>) =>
  bodyQuery(previewNotification, { org }, body, () => body)

/** The list of notifications as its address asks for it, in texts that are checked here. */
export interface NotificationSearch {
  page?: number | undefined
  per_page?: number | undefined
  environment?: string[] | undefined
  trigger?: string[] | undefined
  target_type?: string[] | undefined
  health?: string[] | undefined
  q?: string | undefined
  sort?: string | undefined
  sort_direction?: string | undefined
}

type ListQuery = QueryInputOf<typeof listNotificationSummaries>

/** Values that there are; what is none of them is left out. */
const known = <Value extends string>(labels: Record<Value, unknown>, wanted: string[] = []) =>
  (Object.keys(labels) as Value[]).filter((value) => wanted.includes(value))

/** Query for the service: defaults are left out. */
export function notificationQueryOf(search: NotificationSearch): ListQuery {
  const { page, per_page, environment, q } = search
  return {
    ...(page && { page }),
    ...(per_page && { per_page }),
    ...(environment && { environment }),
    ...(search.trigger && { trigger: known(triggerLabels, search.trigger) }),
    ...(search.target_type && { target_type: known(targetLabels, search.target_type) }),
    ...(search.health && { health: known(healthLabels, search.health) }),
    ...(q && { q }),
    ...((search.sort === 'name' || search.sort === 'last_failure') && { sort: search.sort }),
    ...(search.sort_direction === 'desc' && { sort_direction: 'desc' }),
  }
}

/** A page of notifications with their health. */
export const notificationListQuery = (org: string, search: NotificationSearch) =>
  endpointQuery(listNotificationSummaries, { org }, notificationQueryOf(search))

/** Environments of which nobody is told anything. */
export const coverageQuery = (org: string) => endpointQuery(getNotificationCoverage, { org })

/** Search of the rules that do not work. */
export const trouble = { health: ['failing', 'retrying'] }

/** How many rules do not work. */
export const troubleQuery = (org: string) => notificationListQuery(org, { ...trouble, per_page: 1 })

/** Recipients of notifications about an environment, by the rules that watch it. */
export const recipientsQuery = (org: string, env_name: string) =>
  endpointQuery(listNotificationsOfEnvironment, { org, env_name })
