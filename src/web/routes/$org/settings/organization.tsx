import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { listMembers } from '#contract/member/member.ts'
import { counted } from '#domain/common/counted.ts'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { membershipIn, useRefusal } from '#web/api/permission.ts'
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
import { useAfterSave } from '#web/record/use-change.ts'
import { accountsQuery } from '#web/service-account/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { SectionLinks } from '#web/ui/section-links.tsx'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const EvidenceCard = suspendingPart(() => import('#web/organization/evidence-card.tsx'))
const SignInCard = suspendingPart(() => import('#web/organization/sign-in-card.tsx'))
const KeysCard = suspendingPart(() => import('#web/organization/keys-card.tsx'))
const RetentionCard = suspendingPart(() => import('#web/organization/retention-card.tsx'))
const TimeCard = suspendingPart(() => import('#web/organization/time-card.tsx'))
const DeleteCard = suspendingPart(() => import('#web/organization/delete-card.tsx'))
const TeamViewsCard = suspendingPart(() => import('#web/saved-view/team-views-card.tsx'))

export const Route = createFileRoute('/$org/settings/organization')({
  loader: ({ context: { queryClient }, params: { org } }) =>
    Promise.all([
      queryClient.ensureQueryData(membersQuery(org)),
      queryClient.ensureQueryData(overrideSettingsQuery(org)),
      queryClient.ensureQueryData(reportingSettingsQuery(org)),
      queryClient.ensureQueryData(evidenceSettingsQuery(org)),
      queryClient.ensureQueryData(timeSettingsQuery(org)),
    ]),
  pendingComponent: () => (
    <Page title={['Organization']} heading="Organization">
      <SkeletonRows rows={6} />
    </Page>
  ),
  component: OrganizationPage,
  staticData: { crumb: 'Organization' },
})

const frame = getRouteApi('/$org')
const linkClass = 'text-text hover:underline'

/** A section with an address of its own: the fragment that is its id. */
interface Part {
  id: string
  label: string
  /** Class of how high it is about, while it loads. */
  height: string
  card: ReactNode
}

function OrganizationPage() {
  const { org } = Route.useParams()
  const { session } = frame.useRouteContext()
  const navigateAfterSave = useAfterSave(Route.useNavigate())
  const own = membershipIn(session, org)
  const query = useSuspenseQuery(membersQuery(org))
  const members = query.data
  const admins = members.filter(({ role }) => role === 'admin').length
  const keys = members.reduce((sum, { key_count }) => sum + (key_count ?? 0), 0)
  const refusal = useRefusal('admin')
  const viewsRefusal = useRefusal('member')
  const approvers = members.filter(({ role }) => role === 'admin' || role === 'member')
  const isKnown = members.every(({ key_count }) => key_count !== null)
  const parts: readonly Part[] = [
    { id: 'sign-in', label: 'Sign-in', height: 'h-48', card: <SignInCard org={org} /> },
    { id: 'keys', label: 'Keys', height: 'h-48', card: <KeysCard org={org} refusal={refusal} /> },
    {
      id: 'overrides',
      label: 'Overrides and allow-lists',
      height: 'h-96',
      card: (
        <OverridesCard org={org} refusal={refusal} members={approvers.map(({ name }) => name)} />
      ),
    },
    {
      id: 'reporting',
      label: 'Reporting',
      height: 'h-48',
      card: <ReportingCard org={org} refusal={refusal} />,
    },
    {
      id: 'evidence',
      label: 'Evidence',
      height: 'h-96',
      card: <EvidenceCard org={org} refusal={refusal} />,
    },
    {
      id: 'retention',
      label: 'Retention',
      height: 'h-96',
      card: <RetentionCard org={org} refusal={refusal} />,
    },
    { id: 'time', label: 'Time', height: 'h-48', card: <TimeCard org={org} refusal={refusal} /> },
    {
      id: 'team-views',
      label: 'Team views',
      height: 'h-24',
      card: <TeamViewsCard org={org} refusal={viewsRefusal} />,
    },
    ...(own?.kind === 'shared'
      ? [
          {
            id: 'delete',
            label: 'Deletion',
            height: 'h-24',
            card: (
              <DeleteCard
                org={org}
                refusal={refusal}
                onDeleted={() => navigateAfterSave({ to: '/' })}
              />
            ),
          },
        ]
      : []),
  ]
  const at = useLocation({ select: ({ hash }) => hash })
  const isOne = parts.some(({ id }) => id === at)
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
      <SectionLinks sections={[{ id: '', label: 'All' }, ...parts]} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {parts.map(({ id, height, card }) => (
          <div
            key={id}
            id={id}
            // The next Tab goes on within the section that was chosen.
            ref={id === at ? focusQuietly : undefined}
            tabIndex={-1}
            // Text in other fields stays there.
            hidden={isOne && id !== at}
            className="scroll-mt-16 outline-none"
          >
            <Suspense fallback={<PendingCard shape="form" className={height} />}>{card}</Suspense>
          </div>
        ))}
      </div>
    </Page>
  )
}

const focusQuietly = (section: HTMLElement | null) => section?.focus({ preventScroll: true })

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
