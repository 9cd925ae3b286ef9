import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { signOut } from '../../session/queries.ts'
import { requireSession } from '../../session/require-session.ts'
import { AppFrame } from '../../ui/app-frame.tsx'
import { FramePending } from '../../ui/skeleton.tsx'

export const Route = createFileRoute('/$org')({
  beforeLoad: async ({ context, params, location, preload }) => {
    const session = await requireSession(context.queryClient, location.href)
    const isMember = session.organizations.some(({ name }) => name === params.org)
    if (isMember && !preload) {
      void import('../../api/change-invalidation.ts').then(({ followChanges }) =>
        followChanges(params.org, context.queryClient),
      )
    }
    return { session }
  },
  pendingComponent: FramePending,
  component: OrganizationFrame,
  staticData: { crumb: '$org' },
})

function OrganizationFrame() {
  const router = useRouter()
  const { org } = Route.useParams()
  const { session, queryClient } = Route.useRouteContext()
  return (
    <AppFrame
      org={org}
      organizations={session.organizations}
      user={session.user}
      onSignOut={() =>
        void signOut(queryClient).then(() => router.navigate({ to: '/sign-in', search: {} }))
      }
    >
      <Outlet />
    </AppFrame>
  )
}
