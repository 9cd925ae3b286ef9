import type { NotificationHealth, TargetHealth } from '#contract/notification/notification-page.ts'
import { failingFrom, isFailing } from './load-notifications.ts'
import type { TargetRow } from './queries.ts'

/** Facts about the deliveries to a target. */
export type TargetDeliveries = Pick<
  TargetRow,
  | 'disabled_at'
  | 'failures_in_a_row'
  | 'last_failure_at'
  | 'last_success_at'
  | 'newest_state'
  | 'newest_attempts'
>

/**
 * Whether a target is disabled, has failed and never succeeded, or failed the newest attempts,
 * whichever deliveries those were of: then a single attempt of the newest delivery proves nothing.
 */
const isTrouble = (target: TargetDeliveries): boolean =>
  target.disabled_at !== null ||
  target.failures_in_a_row >= failingFrom ||
  (target.last_failure_at !== null && target.last_success_at === null)

/** Returns the health of a target: only one whose newest attempt succeeded works. */
export function healthOf(target: TargetDeliveries): TargetHealth {
  const failing = isFailing(target)
  if (failing || isTrouble(target)) return 'failing'
  if (failing === null) return 'never_tried'
  return target.failures_in_a_row > 0 ? 'retrying' : 'working'
}

/** Returns the worst health of some targets; beside one that works, one that was never tried counts. */
export function worstHealth(targets: readonly { health: TargetHealth }[]): NotificationHealth {
  const has = (health: TargetHealth) => targets.some((one) => one.health === health)
  if (has('failing')) return 'failing'
  if (has('retrying')) return 'retrying'
  if (!has('working')) return 'never_tried'
  return has('never_tried') ? 'partly_tried' : 'working'
}
