import { Link } from '@tanstack/react-router'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** A notification that does not arrive everywhere, and since when it did not. */
export interface FailingRule {
  number: number
  name: string
  since: number
  /** Targets that fail, and how many there are. */
  failing: string[]
  target_count: number
}

/** Of a rule that fails, what the queue says: since its failing targets last worked, or it was made. */
export function failingRuleOf(rule: NotificationSummary): FailingRule {
  const failing = rule.targets.filter(({ health }) => health === 'failing')
  const since = Math.min(...failing.map((one) => one.last_success_at ?? rule.created_at))
  return {
    number: rule.number,
    name: rule.name,
    since: Number.isFinite(since) ? since : rule.created_at,
    failing: failing.map(({ label }) => label),
    target_count: rule.targets.length,
  }
}

interface Props {
  org: string
  rule: FailingRule
}

export function RuleLink({ org, rule: { number, name } }: Props) {
  return (
    <Link
      to="/$org/settings/notifications/$number"
      params={{ org, number: String(number) }}
      data-row-link
      className="inline-flex max-w-full items-center gap-1.5 font-medium text-text no-underline hover:underline"
    >
      <WarningSign className="size-3.5" />
      <span className="truncate" title={name}>
        {name}
      </span>
    </Link>
  )
}

export function RuleCause({ rule: { failing, target_count: count } }: Pick<Props, 'rule'>) {
  const words = failing.length < count ? `${failing.length} of ${count} targets: ` : ''
  const text = `Notification failing, ${words}${failing.join(', ')}`
  return (
    <span className="line-clamp-2 py-1 whitespace-normal" title={text}>
      {text}
    </span>
  )
}

export function RuleStep({ org, rule: { number, name } }: Props) {
  return (
    <Link
      to="/$org/settings/notifications/$number"
      params={{ org, number: String(number) }}
      search={{ state: ['failed', 'waiting'] }}
      className="truncate text-accent no-underline hover:underline"
      aria-label={`Deliveries of ${name}`}
    >
      Deliveries
    </Link>
  )
}
