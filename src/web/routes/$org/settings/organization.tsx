import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { listMembers } from '#contract/member/member.ts'
import { counted } from '#domain/common/counted.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { membersQuery } from '#web/member/queries.ts'
import { OverridesCard } from '#web/organization/overrides-card.tsx'
import {
  evidenceSettingsQuery,
  overrideSettingsQuery,
  reportingSettingsQuery,
  timeSettingsQuery,
} from '#web/organization/queries.ts'
import { ReportingCard } from '#web/organization/reporting-card.tsx'
import { accountsQuery } from '#web/service-account/queries.ts'
import { sessionQuery } from '#web/session/session.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const EvidenceCard = lazyPart(() => import('#web/organization/evidence-card.tsx'))
const SignInCard = lazyPart(() => import('#web/organization/sign-in-card.tsx'))
const KeysCard = lazyPart(() => import('#web/organization/keys-card.tsx'))
const RetentionCard = lazyPart(() => import('#web/organization/retention-card.tsx'))
const TimeCard = lazyPart(() => import('#web/organization/time-card.tsx'))
const DeleteCard = lazyPart(() => import('#web/organization/delete-card.tsx'))
const TeamViewsCard = lazyPart(() => import('#web/saved-view/team-views-card.tsx'))

export const Route = createFileRoute('/$org/settings/organization')({
  loader: ({ context: { queryClient }, params: { org } }) =>
    Promise.all([
      queryClient.ensureQueryData(membersQuery(org)),
      queryClient.ensureQueryData(overrideSettingsQuery(org)),
      queryClient.ensureQueryData(reportingSettingsQuery(org)),
      queryClient.ensureQueryData(evidenceSettingsQuery(org)),
      queryClient.ensureQueryData(timeSettingsQuery(org)),
    ]),
  pendingComponent: OrganizationPending,
  component: OrganizationPage,
  staticData: { crumb: 'Organization' },
})

const frame = getRouteApi('/$org')
const linkClass = 'text-text hover:underline'

function OrganizationPage() {
  const { org } = Route.useParams()
  const { session } = frame.useRouteContext()
  const queryClient = useQueryClient()
  const navigate = Route.useNavigate()
  const own = session.organizations.find(({ name }) => name === org)
  const query = useSuspenseQuery(membersQuery(org))
  const members = query.data
  const admins = members.filter(({ role }) => role === 'admin').length
  const keys = members.reduce((sum, { key_count }) => sum + (key_count ?? 0), 0)
  const refusal = useRefusal('admin')
  const viewsRefusal = useRefusal('member')
  const approvers = members.filter(({ role }) => role === 'admin' || role === 'member')
  const isKnown = members.every(({ key_count }) => key_count !== null)
  return (
    <Page
      title={['Organization', org]}
      heading="Organization"
      facts={
        <>
          <span title="Used in URLs and API calls; it cannot be changed.">
            Name <code className="font-mono text-code text-text">{org}</code>
          </span>
          <span>{own?.kind === 'personal' ? 'personal, of one user' : 'shared'}</span>
          <span>
            <Link to="/$org/settings/members" params={{ org }} className={linkClass}>
              {counted(members.length, 'member')}
            </Link>
          </span>
          <span>
            <Link
              to="/$org/settings/members"
              params={{ org }}
              search={{ role: ['admin'] }}
              className={linkClass}
            >
              {counted(admins, 'admin')}
            </Link>
          </span>
          {isKnown && <span>{counted(keys, 'working personal key')}</span>}
          {own?.kind !== 'personal' && <Accounts org={org} />}
          {own && (
            <span>
              Your role <span className="font-medium text-text">{roleLabels[own.role].label}</span>
            </span>
          )}
        </>
      }
      actions={<PageActions call={{ endpoint: listMembers, params: { org } }} />}
    >
      <StaleNote what="The organization" query={query} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Suspense fallback={<PendingCard shape="form" className="h-48" />}>
          <SignInCard org={org} />
        </Suspense>
        <Suspense fallback={<PendingCard shape="form" className="h-48" />}>
          <KeysCard org={org} refusal={refusal} />
        </Suspense>
        <OverridesCard org={org} refusal={refusal} members={approvers.map(({ name }) => name)} />
        <ReportingCard org={org} refusal={refusal} />
        <Suspense fallback={<PendingCard shape="form" className="h-96" />}>
          <EvidenceCard org={org} refusal={refusal} />
        </Suspense>
        <Suspense fallback={<PendingCard shape="form" className="h-96" />}>
          <RetentionCard org={org} refusal={refusal} />
        </Suspense>
        <Suspense fallback={<PendingCard shape="form" className="h-48" />}>
          <TimeCard org={org} refusal={refusal} />
        </Suspense>
        <Suspense fallback={<PendingCard shape="form" className="h-24" />}>
          <TeamViewsCard org={org} refusal={viewsRefusal} />
        </Suspense>
        {own?.kind === 'shared' && (
          <Suspense fallback={<PendingCard shape="form" className="h-24" />}>
            <DeleteCard
              org={org}
              refusal={refusal}
              onDeleted={async () => {
                await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
                await navigate({ to: '/' })
              }}
            />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

function Accounts(props: { org: string }) {
  const { data } = useQuery(accountsQuery(props.org))
  return (
    data && (
      <span>
        <Link
          to="/$org/settings/service-accounts"
          params={{ org: props.org }}
          className={linkClass}
        >
          {counted(data.length, 'service account')}
        </Link>
      </span>
    )
  )
}

function OrganizationPending() {
  return (
    <Page title={['Organization']} heading="Organization">
      <SkeletonRows rows={6} />
    </Page>
  )
}
