import * as z from 'zod/mini'
import { maybe } from './common.ts'
import { targetTypes, triggers } from './notification-words.ts'
import { paging } from './page.ts'

/** How telling goes, of a target and of a whole notification (product.md 3.20). */
export const notificationHealths = ['working', 'failing', 'never_tried'] as const
export type NotificationHealth = (typeof notificationHealths)[number]

/** What the dashboard's list of notifications is asked; apart, so that pages ship it alone. */
export const notificationListQuery = z.object({
  ...paging({ per_page: 25, most: 100 }),
  /** Names; values of one filter are alternatives. */
  environment: maybe(z.array(z.string())),
  trigger: maybe(z.array(z.enum(triggers))),
  target_type: maybe(z.array(z.enum(targetTypes))),
  health: maybe(z.array(z.enum(notificationHealths))),
  /** Part of the name, of a target or of who created it, in any case. */
  q: maybe(z.string()),
  sort: z._default(z.enum(['name', 'last_failure']), 'name'),
  sort_direction: z._default(z.enum(['asc', 'desc']), 'asc'),
})
