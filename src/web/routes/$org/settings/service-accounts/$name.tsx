import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { getServiceAccountPage } from '#contract/service-account/service-account.ts'
import { isWorking } from '#web/api-key/key-labels.tsx'
import { keysOfAccount } from '#web/api-key/key-owner.ts'
import { KeysCard } from '#web/api-key/keys-card.tsx'
import { UsesCard } from '#web/api-key/uses-card.tsx'
import { useOwnRole } from '#web/api/permission.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { AbilitiesCard } from '#web/member/abilities-card.tsx'
import { keySettingsQuery } from '#web/organization/queries.ts'
import { useAfterSave } from '#web/record/use-change.ts'
import { accountPageQuery, editedAccountQuery } from '#web/service-account/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingCard, PendingRecordPage } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const DeleteDialog = lazyPart(() => import('#web/service-account/delete-dialog.tsx'))
// Below what is read first.
const SettingsForm = lazyPart(
  () => import('#web/service-account/settings-form.tsx'),
  <PendingCard shape="text" className="h-64" />,
)

export const Route = createFileRoute('/$org/settings/service-accounts/$name')({
  loader: ({ context: { queryClient }, params: { org, name } }) =>
    Promise.all([
      queryClient.ensureQueryData(accountPageQuery(org, name)),
      queryClient.ensureQueryData(editedAccountQuery(org, name)),
    ]),
  pendingComponent: () => <PendingRecordPage title={['Service accounts']} rows={[4]} />,
  component: AccountPage,
  staticData: { crumb: '$name' },
})

function AccountPage() {
  const { org, name } = Route.useParams()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const queryClient = useQueryClient()
  const query = useSuspenseQuery(accountPageQuery(org, name))
  const keyRule = useQuery(keySettingsQuery(org)).data?.record.max_age_days ?? null
  const { privilege, created_by, created_at, keys, uses, required_role } = query.data
  const role = useOwnRole()
  const refusal = required_role && refusalFor(required_role, created_by)
  return (
    <Page
      title={[name, 'Service accounts', org]}
      heading={name}
      facts={
        <>
          <span>
            Role <span className="font-medium text-text">{roleLabels[privilege].label}</span>
          </span>
          <span>
            Created by {created_by}, <TimeAgo at={created_at} suffix />
          </span>
          <HistoryLink org={org} type="service_account" name={name} />
        </>
      }
      actions={
        <PageActions
          call={{ endpoint: getServiceAccountPage, params: { org, name } }}
          removal={{
            label: 'Delete this service account',
            icon: Trash2,
            refusal,
            renderQuestion: (close) => (
              <DeleteDialog
                org={org}
                name={name}
                keyCount={keys.filter(isWorking).length}
                requestCount={uses.reduce((sum, { count }) => sum + count, 0)}
                onDeleted={() => navigateAfterSave({ to: '/$org/settings/service-accounts' })}
                onClose={close}
              />
            ),
          }}
        />
      }
    >
      <StaleNote what="The service account" query={query} />
      <div key={`${name} ${created_at}`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <KeysCard
          title="API keys"
          owner={keysOfAccount(org, name, queryClient)}
          keys={keys}
          asOf={query.dataUpdatedAt / 1_000}
          refusal={refusal}
          ageRules={[{ org, days: keyRule }]}
          empty="No key yet: make one, and report with it."
        />
        {keys.length > 0 && <UsesCard keys={keys} uses={uses} />}
        <AbilitiesCard org={org} title="What can its keys do?" of={privilege} />
        <SettingsForm org={org} name={name} max={role} refusal={refusal} />
      </div>
    </Page>
  )
}

const refusalFor = (needed: string, creator: string) =>
  needed === 'admin'
    ? `This needs the role admin, or to be ${creator}, who created it, with a role as high as its own.`
    : `This needs the role ${needed}, as high as that of the account.`
