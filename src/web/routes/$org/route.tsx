import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { followChanges } from '../../api/change-invalidation.ts'
import { signOut } from '../../session/queries.ts'
import { requireSession } from '../../session/require-session.ts'
import { AppFrame } from '../../ui/app-frame.tsx'
import { FramePending } from '../../ui/skeleton.tsx'

const SearchBox = lazy(() => import('../../search/search-box.tsx'))

export const Route = createFileRoute('/$org')({
  beforeLoad: async ({ context, location }) => ({
    session: await requireSession(context.queryClient, location.href),
  }),
  pendingComponent: FramePending,
  component: OrganizationFrame,
  staticData: { crumb: '$org' },
})

function OrganizationFrame() {
  const router = useRouter()
  const { org } = Route.useParams()
  const { session, queryClient } = Route.useRouteContext()
  const isMember = session.organizations.some(({ name }) => name === org)
  useEffect(
    () => (isMember ? followChanges(org, queryClient) : undefined),
    [isMember, org, queryClient],
  )
  return (
    <AppFrame
      org={org}
      organizations={session.organizations}
      user={session.user}
      search={
        <Suspense>
          <SearchBox org={org} />
        </Suspense>
      }
      onSignOut={() =>
        void signOut(queryClient).then(() => router.navigate({ to: '/sign-in', search: {} }))
      }
    >
      <Outlet />
    </AppFrame>
  )
}
