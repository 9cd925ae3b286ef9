import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { environmentName } from '#contract/common/fields.ts'
import { getEnvironment } from '#contract/environment/environment.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import {
  editedEnvironmentQuery,
  environmentNoun,
  environmentQuery,
} from '#web/environment/queries.ts'
import { SettingsForm } from '#web/environment/settings-form.tsx'
import { archiveRemoval } from '#web/record/archive-removal.tsx'
import { RenameForm } from '#web/record/rename-form.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/$org/environments/$env/settings')({
  loader: ({ context: { queryClient }, params: { org, env } }) =>
    Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient.ensureQueryData(editedEnvironmentQuery(org, env)),
    ]),
  pendingComponent: () => (
    <EnvironmentPending tab="Settings">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PendingCard shape="form" className="h-80" />
        <PendingCard shape="form" className="h-44" />
      </div>
    </EnvironmentPending>
  ),
  component: SettingsPage,
  staticData: { crumb: 'Settings' },
})

function SettingsPage() {
  const { org, env } = Route.useParams()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const query = useSuspenseQuery(environmentQuery(org, env))
  const { archived_at } = query.data
  const refusal = useChangeRefusal('environment', query.data)
  const subject = { noun: environmentNoun, org, name: env, refusal }
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Settings"
      actions={
        <PageActions
          call={{ endpoint: getEnvironment, params: { org, env_name: env } }}
          {...(archived_at === null && archiveRemoval(subject))}
        />
      }
    >
      <StaleNote what="The environment" query={query} />
      <div key={env} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SettingsForm org={org} env={env} refusal={refusal} />
        <RenameForm
          {...subject}
          rule={environmentName}
          onRenamed={(name) =>
            void navigateAfterSave({ params: { org, env: name }, replace: true })
          }
        />
        <p className="text-table">
          <HistoryLink org={org} type="environment" name={env} />
        </p>
      </div>
    </EnvironmentPage>
  )
}
