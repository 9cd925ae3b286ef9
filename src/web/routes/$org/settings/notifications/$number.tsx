import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { NotificationPage } from '#web/notification/page/notification-page.tsx'
import { RuleView } from '#web/notification/page/rule-view.tsx'
import { notificationQuery } from '#web/notification/queries.ts'
import { useAfterSave } from '#web/record/use-change.ts'
import { ranges } from '#web/table/time-range.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { PendingRecordPage, PendingCard } from '#web/ui/skeleton.tsx'

const NotificationEditor = lazyPart(
  async () => ({
    default: (await import('#web/notification/editor/editor.tsx')).SavedNotificationEditor,
  }),
  <PendingCard shape="form" />,
)

const text = z.optional(z.string())
const search = z.object({
  edit: z.optional(z.boolean()),
  /** States of deliveries: the page knows which there are. */
  state: z.optional(z.array(z.string())),
  range: z.optional(z.enum(ranges)),
  from_timestamp: z.optional(z.number()),
  to_timestamp: z.optional(z.number()),
  before: text,
  delivery: text,
})

export const Route = createFileRoute('/$org/settings/notifications/$number')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: async ({ context: { queryClient }, params: { org, number } }) => {
    const { record } = await queryClient.ensureQueryData(notificationQuery(org, number))
    return { crumb: record.name }
  },
  pendingComponent: () => <PendingRecordPage title={['Notifications']} rows={[8]} />,
  component: OneNotificationPage,
})

function OneNotificationPage() {
  const { org, number } = Route.useParams()
  const { edit, ignored, ...log } = Route.useSearch()
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const query = useSuspenseQuery({ ...notificationQuery(org, number), refetchInterval: 5_000 })
  const { record: notification, etag } = query.data
  const refusal = useRefusal('member')
  const notes = (
    <>
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ search: {} })} />
      <StaleNote what="The notification" query={query} />
    </>
  )
  if (!edit) {
    return (
      <RuleView
        key={notification.number}
        org={org}
        notification={notification}
        refusal={refusal}
        search={log}
        notes={notes}
        onOpenDelivery={(delivery) =>
          void navigate({ search: (rest) => ({ ...rest, delivery }), resetScroll: false })
        }
        onDeleted={() => navigateAfterSave({ to: '/$org/settings/notifications' })}
      />
    )
  }
  return (
    <NotificationPage org={org} notification={notification} actions={null}>
      {notes}
      <NotificationEditor
        org={org}
        notification={notification}
        saved={{ number: notification.number, etag }}
        refusal={refusal}
        cancel={
          <Link to="." search={{}} activeOptions={{ exact: true }} className={buttonClass()}>
            Discard
          </Link>
        }
        onSaved={() => void navigateAfterSave({ search: {}, replace: true })}
      />
    </NotificationPage>
  )
}
