import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { personalKeys, personalKeysQuery } from '#web/api-key/key-owner.ts'
import { KeysCard } from '#web/api-key/keys-card.tsx'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { lastOrganization } from '#web/session/last-organization.ts'
import { requireSession, sessionQuery, signOut } from '#web/session/session.ts'
import { Page } from '#web/ui/page.tsx'
import { FramePending, PendingCard } from '#web/ui/skeleton.tsx'
import { IdentityCard } from '#web/user/identity-card.tsx'
import { SignedInFrame } from './-signed-in-frame.tsx'

/** Keeps the room of a card that comes later. */
const pending = <PendingCard shape="text" className="h-24" />
const MyActivityCard = lazyPart(() => import('#web/audit-log/my-activity-card.tsx'), pending)
const PreferencesCard = lazyPart(() => import('#web/user/preferences-card.tsx'), pending)
const SessionsCard = lazyPart(() => import('#web/user/sessions-card.tsx'), pending)
const MyViewsCard = lazyPart(() => import('#web/saved-view/my-views-card.tsx'), pending)

export const Route = createFileRoute('/profile')({
  beforeLoad: async ({ context, location }) => {
    await requireSession(context.queryClient, location.href)
  },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(personalKeysQuery),
  pendingComponent: FramePending,
  component: ProfilePage,
  staticData: { crumb: 'Profile' },
})

/** Who one is, with keys, sessions and preferences. */
function ProfilePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: keys, dataUpdatedAt } = useSuspenseQuery(personalKeysQuery)
  const org = lastOrganization(session)
  const leave = () =>
    void signOut(queryClient, () => router.navigate({ to: '/sign-in', search: {} }))
  return (
    <SignedInFrame org={org} session={session}>
      <Page title={['Profile']} heading={session.user.name}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <IdentityCard session={session} />
              <MyViewsCard organizations={session.organizations.map(({ name }) => name)} />
            </div>
            <PreferencesCard />
          </div>
          <KeysCard
            title="Personal keys"
            owner={personalKeys(org, queryClient)}
            keys={keys}
            asOf={dataUpdatedAt / 1_000}
            refusal={null}
            ageRules={session.organizations.map(({ name, max_key_age_days: days }) => ({
              org: name,
              days,
            }))}
            empty="No key of your own. For a pipeline, take a service account: it stays when people leave."
          />
          <SessionsCard onSignOut={leave} />
          <MyActivityCard org={org} name={session.user.name} />
        </div>
      </Page>
    </SignedInFrame>
  )
}
