import type { ReactNode } from 'react'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { HealthLabel } from '#web/notification/health.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo, TimeStamp, useNow } from '#web/ui/time.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** The frame of a rule's page, read or edited. */
export function NotificationPage(props: {
  org: string
  notification: NotificationSummary
  actions: ReactNode
  children: ReactNode
}) {
  const { org, notification } = props
  const { name, number, created_by, last_modified_by, last_modified_at } = notification
  const { health, last_success_timestamp: told, targets } = notification
  const failing = targets.filter((one) => one.health === 'failing').length
  return (
    <Page
      title={[name, 'Notifications', org]}
      heading={name}
      beside={
        <>
          <span className="text-muted">Notification {number}</span>
          {notification.is_created_from_slack_app && <Tag>from Slack</Tag>}
        </>
      }
      facts={
        <>
          {failing > 0 && targets.length > 1 ? (
            <span className="font-medium text-text">
              <WarningSign className="size-3.5" />
              {failing} of {targets.length} targets failing
            </span>
          ) : (
            <HealthLabel health={health} />
          )}
          {told === null ? (
            health !== 'never_tried' && <span>Nobody told yet</span>
          ) : (
            <span>
              Last told <TimeAgo at={told} suffix />
            </span>
          )}
          <MutedFact until={notification.muted_until} by={notification.muted_by} />
          {created_by !== last_modified_by && <span>Created by {created_by}</span>}
          <span>
            Changed by {last_modified_by} <TimeAgo at={last_modified_at} suffix />
          </span>
          <HistoryLink org={org} type="notification" name={name} />
        </>
      }
      actions={props.actions}
    >
      {props.children}
    </Page>
  )
}

/** Until when nothing is sent, and who has set that. */
function MutedFact({ until, by }: { until: number | null; by: string | null }) {
  const now = useNow()
  if (until === null || until <= now) return null
  return (
    <span className="font-medium text-text">
      Muted until <TimeStamp at={until} form="stamp" />
      {by !== null && ` by ${by}`}
    </span>
  )
}
