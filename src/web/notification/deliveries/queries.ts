import { countDeliveryDays, getDelivery, listDeliveries } from '#contract/notification/delivery.ts'
import { previewNotificationDeletion } from '#contract/notification/notification-page.ts'
import { type EndpointQuery, askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { type TimeSpan, windowNow } from '#web/table/time-range.ts'
import { statesIn } from './delivery-labels.tsx'

/** Attempts leave no change that anybody is told of: they are asked for while somebody looks. */
const refetchInterval = 5_000

/** Search of the log, in the URL. */
export interface LogSearch extends Partial<TimeSpan> {
  state?: string[] | undefined
  before?: string | undefined
  /** The message that is open. */
  delivery?: string | undefined
  ignored?: Record<string, string[]> | undefined
}

/** Messages of a notification, newest first; by the range, not by what it means now. */
export const deliveriesQuery = (
  org: string,
  number: string,
  { delivery: _, ignored: __, ...search }: LogSearch,
): EndpointQuery<typeof listDeliveries> & { refetchInterval: number } => ({
  ...askedQuery(listDeliveries, { org, number }, search, () => ({
    state: statesIn(search.state),
    before: search.before,
    ...windowNow({ range: search.range, from: search.from_timestamp, to: search.to_timestamp }),
  })),
  refetchInterval,
})

/** One message with what was sent and every attempt. */
export const deliveryQuery = (org: string, number: string, delivery_id: string) => ({
  ...endpointQuery(getDelivery, { org, number, delivery_id }),
  refetchInterval,
})

/** Messages of 30 days by day and outcome. */
export const deliveryDaysQuery = (org: string, number: number) => ({
  ...endpointQuery(countDeliveryDays, { org }, { number }),
  refetchInterval,
})

/** Effects of deleting a notification. */
export const deletionQuery = (org: string, number: string) =>
  endpointQuery(previewNotificationDeletion, { org, number })
