import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { counted } from '#domain/common/counted.ts'
import { createdByColumn, timeColumn } from '#web/domain-ui/columns.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { durationOf, stampOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { HealthLabel } from './health.tsx'
import { targetLabels } from './labels.ts'
import { ruleOf, RuleSentence } from './rule-sentence.tsx'
import { isInTrouble, TryNow } from './try-now.tsx'

/** Columns of the list of notifications; a refusal says why this reader may not try a rule. */
export const notificationColumns = (org: string, refusal: string | null, hasTrouble: boolean) =>
  columnsOf<NotificationSummary>((column) => [
    column({
      id: 'name',
      accessorFn: ({ name }) => name,
      header: 'Rule',
      meta: { card: 'top', shrinksTo: 320, grows: true },
      cell: ({ row: { original } }) => <Rule org={org} notification={original} />,
    }),
    column({
      id: 'health',
      accessorFn: ({ health }) => health,
      header: 'Health',
      cell: ({ row: { original } }) => <Health notification={original} />,
    }),
    column({
      id: 'sent',
      header: 'Sent, 7 days',
      meta: { isNumber: true, hideOrder: 2, card: 'none' },
      cell: ({ row: { original } }) => (
        <span className={clsx(original.sent_count === 0 && 'text-muted')}>
          {original.sent_count}
        </span>
      ),
    }),
    timeColumn<NotificationSummary>(
      { id: 'last_success', header: 'Last told', meta: { hideOrder: 4, card: 'end' } },
      ({ last_success_timestamp }) => last_success_timestamp,
    ),
    ...(hasTrouble
      ? [
          column({
            id: 'actions',
            header: () => <span className="sr-only">Actions</span>,
            meta: { isNumber: true, card: 'last' },
            cell: ({ row: { original } }) =>
              isInTrouble(original) && (
                <TryNow org={org} notification={original} refusal={refusal} />
              ),
          }),
        ]
      : []),
    timeColumn<NotificationSummary>(
      {
        id: 'last_failure',
        header: 'Last failure',
        sorts: true,
        meta: { hideOrder: 3, isExtra: true },
      },
      ({ last_failure_timestamp }) => last_failure_timestamp,
    ),
    column({
      id: 'targets',
      header: 'Targets',
      meta: { hideOrder: 3, isExtra: true },
      cell: ({ row: { original } }) => <Targets of={original} />,
    }),
    createdByColumn<NotificationSummary>('Created by', {
      hideOrder: 1,
      card: 'none',
      isExtra: true,
    }),
  ])

/** The name of a rule, and below it what it says, whole. */
function Rule(props: { org: string; notification: NotificationSummary }) {
  const { org, notification } = props
  const { name, number, is_created_from_slack_app: isFromSlack } = notification
  return (
    <span className="grid gap-0.5 py-2 whitespace-normal">
      <span className="flex min-w-0 gap-2">
        <Link
          to="/$org/settings/notifications/$number"
          params={{ org, number: String(number) }}
          data-row-link
          title={name}
          className="min-w-0 truncate font-medium text-text hover:underline"
        >
          {name}
        </Link>
        {isFromSlack && <Tag>from Slack</Tag>}
      </span>
      <span className="max-w-[72ch] text-muted [&_strong]:font-medium [&_strong]:text-text">
        <RuleSentence rule={ruleOf(notification)} />
      </span>
    </span>
  )
}

/** Whether messages arrive, and what is known of those that do not. */
function Health({ notification }: { notification: NotificationSummary }) {
  const { health, targets, muted_until } = notification
  const now = useNow()
  const failing = targets.filter((one) => one.health === 'failing' || one.health === 'retrying')
  const { last_failure_timestamp: failedAt } = notification
  const untried = targets.filter((one) => one.health === 'never_tried').length
  const attempts = failing.reduce((sum, one) => sum + one.failures_in_a_row, 0)
  const waiting = targets.reduce((sum, one) => sum + one.waiting_count, 0)
  const nextTry = Math.min(...failing.map((one) => one.next_probe_at ?? Infinity))
  const lines = [
    failing.length > 0 && `${failing.length} of ${counted(targets.length, 'target')}`,
    health === 'partly_tried' && `${untried} of ${targets.length} targets never tried`,
    attempts > 0 && counted(attempts, 'failed attempt'),
    failing.length > 0 &&
      failedAt !== null &&
      `last ${durationOf(Math.max(0, now - failedAt))} ago`,
    Number.isFinite(nextTry) && `next try in ${durationOf(Math.max(0, nextTry - now))}`,
    waiting > 0 && `${counted(waiting, 'message')} waiting`,
  ].filter((line) => line !== false)
  return (
    <span className="grid gap-0.5 py-2 whitespace-normal">
      <HealthLabel health={health} />
      {lines.length > 0 && (
        <span className="max-w-64 text-meta text-muted">{lines.join(', ')}</span>
      )}
      {muted_until !== null && muted_until > now && (
        <span className="text-meta text-muted">muted until {stampOf(muted_until)}</span>
      )}
    </span>
  )
}

/** How many targets of each kind, and which fail. */
function Targets(props: { of: NotificationSummary }) {
  const { targets } = props.of
  const kinds = [...new Set(targets.map(({ type }) => type))]
  return (
    <span className="inline-flex gap-3" title={targets.map(({ label }) => label).join(', ')}>
      {kinds.map((type) => {
        const count = targets.filter((one) => one.type === type).length
        return (
          <span key={type} className="inline-flex items-center gap-1">
            <Icon of={targetLabels[type].icon} small className="text-muted" />
            <span className="sr-only">{targetLabels[type].label}</span>
            {count}
          </span>
        )
      })}
    </span>
  )
}
