import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { triggers } from '#contract/notification/notification-types.ts'
import { useRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { copyOf, emptyNotification } from '#web/notification/editor/draft.ts'
import NotificationEditor from '#web/notification/editor/editor.tsx'
import { notificationQuery } from '#web/notification/queries.ts'
import { useAfterSave } from '#web/record/use-change.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IgnoredNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

/** Number of the rule that it begins as a copy of, or what it begins with. */
const search = z.object({
  copy: z.optional(z.int()),
  environment: z.optional(z.array(z.string())),
  trigger: z.optional(z.array(z.enum(triggers))),
})

export const Route = createFileRoute('/$org/settings/notifications/new')({
  validateSearch: (raw) => readSearch(search, raw),
  pendingComponent: () => (
    <Page title={['New notification']} heading="New notification">
      <PendingCard shape="form" />
    </Page>
  ),
  component: NewNotificationPage,
  staticData: { crumb: 'New notification' },
})

function NewNotificationPage() {
  const { org } = Route.useParams()
  const { copy, environment = [], trigger, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const { data } = useQuery({
    ...notificationQuery(org, String(copy)),
    enabled: copy !== undefined,
  })
  const original = data?.record
  return (
    <Page
      title={['New notification', 'Notifications', org]}
      heading="New notification"
      facts={original && <span>A copy of {original.name}</span>}
    >
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ search: {} })} />
      <NotificationEditor
        key={original?.number}
        org={org}
        base={original ? copyOf(original) : emptyNotification(environment, trigger)}
        refusal={useRefusal('member')}
        cancel={
          <Link
            to="/$org/settings/notifications"
            params={{ org }}
            activeOptions={{ exact: true }}
            className={buttonClass()}
          >
            Cancel
          </Link>
        }
        onSaved={(number) =>
          void navigateAfterSave({
            to: '/$org/settings/notifications/$number',
            params: { org, number: String(number) },
            replace: true,
          })
        }
      />
    </Page>
  )
}
