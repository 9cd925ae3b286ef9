import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { flowName } from '#contract/common/fields.ts'
import { getFlow } from '#contract/flow/flow.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { editedFlowQuery, flowNoun, flowQuery } from '#web/flow/queries.ts'
import { SettingsForm } from '#web/flow/settings-form.tsx'
import { archiveRemoval } from '#web/record/archive-removal.tsx'
import { RenameForm } from '#web/record/rename-form.tsx'
import { useAfterSave } from '#web/record/use-change.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/$org/flows/$flow/settings')({
  loader: ({ context: { queryClient }, params: { org, flow } }) =>
    Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient.ensureQueryData(editedFlowQuery(org, flow)),
    ]),
  pendingComponent: () => (
    <FlowPending tab="Settings">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PendingCard shape="form" className="h-80" />
        <PendingCard shape="form" className="h-44" />
      </div>
    </FlowPending>
  ),
  component: SettingsPage,
  staticData: { crumb: 'Settings' },
})

function SettingsPage() {
  const { org, flow } = Route.useParams()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const query = useSuspenseQuery(flowQuery(org, flow))
  const { id, archived_at } = query.data
  const refusal = useChangeRefusal('flow', query.data)
  const subject = { noun: flowNoun, org, name: flow, refusal }
  return (
    <FlowPage
      org={org}
      flow={flow}
      tab="Settings"
      actions={
        <PageActions
          call={{ endpoint: getFlow, params: { org, flow_name: flow } }}
          {...(archived_at === null && archiveRemoval(subject))}
        />
      }
    >
      <StaleNote what="The flow" query={query} />
      {/* Keyed by the flow itself: another flow is another form, another name is not. */}
      <div key={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SettingsForm org={org} flow={flow} refusal={refusal} />
        <RenameForm
          {...subject}
          rule={flowName}
          onRenamed={(name) =>
            void navigateAfterSave({ params: { org, flow: name }, replace: true })
          }
        />
        <p className="text-table">
          <HistoryLink org={org} type="flow" name={flow} />
        </p>
      </div>
    </FlowPage>
  )
}
