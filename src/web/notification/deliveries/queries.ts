import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { countDeliveryDays, getDelivery, listDeliveries } from '#contract/notification/delivery.ts'
import { previewNotificationDeletion } from '#contract/notification/notification-page.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** Attempts leave no change that anybody is told of: they are asked for while somebody looks. */
const refetchInterval = 5_000

/** What a notification told its targets, newest first. */
export const deliveriesQuery = (
  org: string,
  number: string,
  asked: QueryInputOf<typeof listDeliveries>,
) => ({ ...endpointQuery(listDeliveries, { org, number }, asked), refetchInterval })

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

/** What deleting a notification leaves unwatched. */
export const deletionQuery = (org: string, number: string) =>
  endpointQuery(previewNotificationDeletion, { org, number })
