import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { exportDeliveries } from '#contract/notification/delivery.ts'
import {
  getNotificationPage,
  type NotificationSummary,
} from '#contract/notification/notification-page.ts'
import { targetTraits } from '#contract/notification/notification-types.ts'
import { deleteNotification } from '#contract/notification/notification.ts'
import { curl } from '#web/api/curl.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import type { LogSearch } from '#web/notification/deliveries/queries.ts'
import { useSavedTest } from '#web/notification/editor/use-test.ts'
import { ruleOf, SentenceBox } from '#web/notification/rule-sentence.tsx'
import { AskingCard } from '#web/record/asking-card.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'
import { NotificationPage } from './notification-page.tsx'
import { QuietCard } from './quiet-card.tsx'
import { TargetsCard } from './targets-card.tsx'

const SecretCard = lazyPart(() => import('./secret-card.tsx'))
const DeliveriesSection = lazyPart(
  () => import('#web/notification/deliveries/deliveries-section.tsx'),
)
const DeliveriesChart = lazyPart(() => import('#web/notification/deliveries/deliveries-chart.tsx'))

/** A rule as it stands: what it says, how telling goes, what was told, how it is kept quiet. */
export function RuleView(props: {
  org: string
  notification: NotificationSummary
  refusal: string | null
  search: LogSearch
  notes: ReactNode
  onOpenDelivery: (delivery: string | undefined) => void
  onDeleted: () => void
}) {
  const { org, notification, refusal } = props
  const { number, name, environments, named_environments: named, targets } = notification
  const testing = useSavedTest(org, notification)
  const test = () => refusal === null && testing.test()
  useShortcuts([
    { key: 't', label: 'Test all targets', icon: refusal === null ? Send : undefined, run: test },
  ])
  const params = { org, number: String(number) }
  const isSigned = targets.some(({ type }) => targetTraits[type].isSigned)
  return (
    <NotificationPage
      org={org}
      notification={notification}
      actions={
        <>
          <PageActions
            call={{ endpoint: getNotificationPage, params }}
            exports={exportDeliveries}
          />
          {refusal === null && (
            <Link
              to="/$org/settings/notifications/new"
              params={{ org }}
              search={{ copy: number }}
              className={buttonClass()}
            >
              Duplicate
            </Link>
          )}
          <Button
            isBusy={testing.isBusy}
            refusal={refusal}
            title="Test all targets (t)"
            onClick={test}
          >
            <Icon of={Send} small />
            {testing.isBusy ? 'Testing' : 'Test'}
          </Button>
          {refusal === null ? (
            <Link to="." search={{ edit: true }} className={buttonClass({ kind: 'primary' })}>
              Edit
            </Link>
          ) : (
            <Button kind="primary" refusal={refusal}>
              Edit
            </Button>
          )}
        </>
      }
    >
      {props.notes}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SentenceBox rule={ruleOf(notification)} />
        {environments.length > named.length && (
          <p className="text-meta wrap-anywhere text-muted">
            Watches now: {environments.join(', ')}
          </p>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[57.5rem]/main:grid-cols-[minmax(0,1fr)_21.25rem]">
          <TargetsCard notification={notification} refusal={refusal} testing={testing} />
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <DeliveriesChart org={org} number={number} />
          </Suspense>
        </div>
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <DeliveriesSection
            org={org}
            number={params.number}
            refusal={refusal}
            search={props.search}
            onOpen={props.onOpenDelivery}
          />
        </Suspense>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17.5rem),1fr))] items-start gap-4">
          <QuietCard org={org} notification={notification} refusal={refusal} />
          <Suspense fallback={<PendingCard shape="text" className="h-[7.5rem]" />}>
            {isSigned && <SecretCard org={org} number={number} refusal={refusal} />}
          </Suspense>
          <DeleteCard
            org={org}
            number={number}
            name={name}
            refusal={refusal}
            onDeleted={props.onDeleted}
          />
        </div>
      </div>
    </NotificationPage>
  )
}

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))

/** Offers to delete a rule. */
function DeleteCard(props: {
  org: string
  number: number
  name: string
  refusal: string | null
  onDeleted: () => void
}) {
  const { refusal, ...rule } = props
  const params = { org: rule.org, number: String(rule.number) }
  usePreload(DeleteDialog)
  return (
    <AskingCard
      verb="Delete"
      one="notification"
      answer="Nobody is told by this rule any more. Its number is not given again."
      refusal={refusal}
      call={curl(deleteNotification, { params })}
      renderQuestion={(close) => (
        <Suspense>
          <DeleteDialog {...rule} onClose={close} />
        </Suspense>
      )}
    />
  )
}
