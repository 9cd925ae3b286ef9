import { Link } from '@tanstack/react-router'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { createdByColumn, timeColumn } from '#web/domain-ui/columns.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/time.tsx'
import { HealthLabel } from './health.tsx'
import { targetLabels } from './labels.ts'
import { ruleOf, RuleSentence, sentenceOf, textOf } from './rule-sentence.tsx'

/** Columns of the list of notifications. */
export const notificationColumns = (org: string) =>
  columnsOf<NotificationSummary>((column) => [
    column({
      id: 'name',
      accessorFn: ({ name }) => name,
      header: 'Name',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <Name org={org} notification={original} />,
    }),
    column({
      id: 'health',
      header: 'Health',
      cell: ({ row: { original } }) => <HealthLabel health={original.health} />,
    }),
    column({
      id: 'rule',
      header: 'Rule',
      meta: { shrinksTo: 440, grows: true, card: 'below' },
      cell: ({ row: { original } }) => (
        <span
          className="block truncate max-md:whitespace-normal"
          title={textOf(sentenceOf(ruleOf(original)))}
        >
          <RuleSentence rule={ruleOf(original)} />
        </span>
      ),
    }),
    column({
      id: 'targets',
      header: 'Targets',
      meta: { leaves: 3 },
      cell: ({ row: { original } }) => <Targets of={original} />,
    }),
    createdByColumn<NotificationSummary>(),
    timeColumn<NotificationSummary>(
      { id: 'last_success', header: 'Last success', meta: { leaves: 2, card: 'none' } },
      ({ last_success_timestamp }) => last_success_timestamp,
    ),
    timeColumn<NotificationSummary>(
      { id: 'last_failure', header: 'Last failure', sorts: true, meta: { leaves: 4, card: 'end' } },
      ({ last_failure_timestamp }) => last_failure_timestamp,
    ),
  ])

function Name(props: { org: string; notification: NotificationSummary }) {
  const { org, notification } = props
  const { name, number, muted_until, is_created_from_slack_app: isFromSlack } = notification
  const now = useNow()
  return (
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
      <span className="text-muted">{number}</span>
      {muted_until !== null && muted_until > now && <Tag>muted</Tag>}
      {isFromSlack && <Tag>from Slack</Tag>}
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
