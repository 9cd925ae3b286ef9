import { Link, useNavigate } from '@tanstack/react-router'
import { BellOff, BellRing, CopyPlus, Send, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { exportDeliveries } from '#contract/notification/delivery.ts'
import {
  getNotificationPage,
  type NotificationSummary,
  unmuteNotification,
} from '#contract/notification/notification-page.ts'
import { targetTraits } from '#contract/notification/notification-types.ts'
import { call } from '#web/api/call.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import type { LogSearch } from '#web/notification/deliveries/queries.ts'
import { useSavedTest } from '#web/notification/editor/use-test.ts'
import { ruleOf, SentenceBox } from '#web/notification/rule-sentence.tsx'
import { useChange } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { Button, buttonClass, PermittedLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/time.tsx'
import { NotificationPage } from './notification-page.tsx'
import { TargetsCard } from './targets-card.tsx'

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))
const MuteDialog = lazyPart(() => import('./mute-dialog.tsx'))
const SecretCard = lazyPart(
  () => import('./secret-card.tsx'),
  <PendingCard shape="text" className="h-[7.5rem]" />,
)
const DeliveriesSection = lazyPart(
  () => import('#web/notification/deliveries/deliveries-section.tsx'),
  <SkeletonRows rows={4} />,
)
const DeliveriesChart = lazyPart(
  () => import('#web/notification/deliveries/deliveries-chart.tsx'),
  <SkeletonRows rows={4} />,
)

/** A rule as it stands: what it says, how telling goes, what was told. */
export function RuleView(props: {
  org: string
  notification: NotificationSummary
  refusal: string | null
  search: LogSearch
  notes: ReactNode
  onOpenDelivery: (delivery: string | undefined) => void
  onDeleted: () => Promise<void>
}) {
  const { org, notification, refusal, onDeleted } = props
  const { number, name, environments, named_environments: named, targets } = notification
  const testing = useSavedTest(org, notification)
  const test = () => refusal === null && testing.test()
  useShortcuts([
    { key: 't', label: 'Test all targets', icon: refusal === null ? Send : undefined, run: test },
  ])
  usePreload(DeleteDialog, MuteDialog)
  const navigate = useNavigate()
  const copy = { to: '/$org/settings/notifications/new', search: { copy: number } } as const
  const duplicate = {
    ...{ icon: CopyPlus, label: 'Duplicate', hint: '' },
    run: () => void navigate({ ...copy, params: { org } }),
  }
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
            own={refusal === null ? [duplicate] : []}
            removal={{
              label: 'Delete this notification',
              icon: Trash2,
              refusal,
              renderQuestion: (close) => (
                <DeleteDialog {...{ org, number, name, onDeleted }} onClose={close} />
              ),
            }}
          />
          <MuteButton org={org} notification={notification} refusal={refusal} />
          <Button
            isBusy={testing.isBusy}
            refusal={refusal}
            title="Test all targets (t)"
            onClick={test}
          >
            <Icon of={Send} small />
            {testing.isBusy ? 'Testing' : 'Test'}
          </Button>
          <PermittedLink kind="primary" refusal={refusal}>
            <Link to="." search={{ edit: true }} className={buttonClass({ kind: 'primary' })}>
              Edit
            </Link>
          </PermittedLink>
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
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[57.5rem]/main:grid-cols-[minmax(0,1fr)_20.5rem]">
          <TargetsCard notification={notification} refusal={refusal} testing={testing} />
          <DeliveriesChart org={org} number={number} />
        </div>
        <DeliveriesSection
          org={org}
          number={params.number}
          refusal={refusal}
          search={props.search}
          onOpen={props.onOpenDelivery}
        />
        {isSigned && <SecretCard org={org} number={number} refusal={refusal} />}
      </div>
    </NotificationPage>
  )
}

/** Mutes a rule, or lets it tell again at once. */
function MuteButton(props: {
  org: string
  notification: NotificationSummary
  refusal: string | null
}) {
  const { org, notification, refusal } = props
  const { number, name, muted_until } = notification
  const { isBusy, run } = useChange(org, 'notification_muted')
  const [isAsking, setAsking] = useState(false)
  const now = useNow()
  const isMuted = muted_until !== null && muted_until > now
  const unmute = () => {
    const params = { org, number: String(number) }
    void run(() => call(unmuteNotification, { params }), `${name} tells again`)
  }
  return (
    <>
      <Button
        isBusy={isBusy}
        refusal={refusal}
        onClick={() => (isMuted ? unmute() : setAsking(true))}
      >
        <Icon of={isMuted ? BellRing : BellOff} small />
        {isMuted ? 'Unmute' : 'Mute'}
      </Button>
      {isAsking && (
        <MuteDialog org={org} notification={notification} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
