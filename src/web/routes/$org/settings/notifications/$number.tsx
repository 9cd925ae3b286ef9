import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { PageActions } from '../../../../action/page-actions.tsx'
import { useRefusal } from '../../../../api/permission.ts'
import { readSearch } from '../../../../api/search-params.ts'
import { editedOf } from '../../../../notification/draft.ts'
import { notificationQuery } from '../../../../notification/queries.ts'
import { ruleOf } from '../../../../notification/rule.ts'
import { SentenceBox } from '../../../../notification/rule-sentence.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { IgnoredNote, StaleNote } from '../../../../ui/note.tsx'
import { Page } from '../../../../ui/page.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'

const NotificationEditor = lazy(() => import('../../../../notification/editor.tsx'))

const search = z.object({ edit: z.optional(z.boolean()) })

export const Route = createFileRoute('/$org/settings/notifications/$number')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org, number } }) =>
    queryClient.ensureQueryData(notificationQuery(org, number)),
  pendingComponent: NotificationPending,
  component: NotificationPage,
  staticData: { crumb: '$number' },
})

function NotificationPage() {
  const { org, number } = Route.useParams()
  const { edit, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(notificationQuery(org, number))
  const { record: notification, etag } = query.data
  const refusal = useRefusal('member')
  return (
    <Page
      title={[notification.name, 'Notifications', org]}
      heading={notification.name}
      beside={<span className="text-muted">Notification {notification.number}</span>}
      actions={
        <>
          <PageActions call={{ name: 'getNotificationPage', params: { org, number } }} />
          {!edit && (
            <Link to="." search={{ edit: true }} className={buttonClass({ kind: 'primary' })}>
              Edit
            </Link>
          )}
        </>
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ search: {} })} />
      <StaleNote what="The notification" query={query} />
      {edit ? (
        <Suspense fallback={<SkeletonRows rows={12} />}>
          <NotificationEditor
            org={org}
            base={editedOf(notification)}
            saved={{ number: notification.number, etag }}
            refusal={refusal}
            cancel={
              <Link to="." search={{}} className={buttonClass()}>
                Discard
              </Link>
            }
            onSaved={() => void navigate({ search: {}, ignoreBlocker: true })}
          />
        </Suspense>
      ) : (
        <SentenceBox rule={ruleOf(notification)} />
      )}
    </Page>
  )
}

function NotificationPending() {
  return (
    <Page title={['Notifications']} heading={<span className="text-muted">Loading</span>}>
      <SkeletonRows rows={8} />
    </Page>
  )
}
