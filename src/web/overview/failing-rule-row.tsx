import { Link } from '@tanstack/react-router'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import { nextClass, type QueueRow, whatClass } from './queue-row.ts'

/** The row of a notification that does not arrive at some of its targets. */
export function failingRuleRow(org: string, rule: NotificationSummary): QueueRow {
  const failing = rule.targets.filter(({ health }) => health === 'failing')
  const since = Math.min(...failing.map((one) => one.last_success_at ?? rule.created_at))
  const params = { org, number: String(rule.number) }
  const count = rule.targets.length
  const words = failing.length < count ? `${failing.length} of ${count} targets: ` : ''
  return {
    id: `notification ${rule.number}`,
    since: Number.isFinite(since) ? since : rule.created_at,
    what: (
      <Link
        to="/$org/settings/notifications/$number"
        params={params}
        data-row-link
        className={whatClass}
      >
        <WarningSign className="size-3.5" />
        <span className="truncate" title={rule.name}>
          {rule.name}
        </span>
      </Link>
    ),
    cause: `Notification failing, ${words}${failing.map(({ label }) => label).join(', ')}`,
    next: (
      <Link
        to="/$org/settings/notifications/$number"
        params={params}
        search={{ state: ['failed', 'waiting'] }}
        className={nextClass}
        aria-label={`Deliveries of ${rule.name}`}
      >
        Deliveries
      </Link>
    ),
  }
}
