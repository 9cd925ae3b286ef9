import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followLiveUpdates } from '#web/api/live-updates.ts'
import { membershipIn } from '#web/api/permission.ts'
import { whenIdle } from '#web/connection/when-idle.ts'
import { SignedInFrame } from '#web/routes/-signed-in-frame.tsx'
import { firstChangeToHear, requireSessionIn, sessionQuery } from '#web/session/session.ts'
import { showZone } from '#web/user/time-zone.ts'

export const Route = createFileRoute('/$org')({
  beforeLoad: async ({ context, location, params: { org } }) => ({
    session: await requireSessionIn(context.queryClient, org, location.href),
  }),
  loader: ({ context: { session }, params: { org } }) =>
    showZone(membershipIn(session, org)?.time_zone ?? null),
  // The skeleton in the page's HTML stands until the frame does: once the router had shown one of its
  // own, it left the frame out until the page was there, too.
  pendingMs: Infinity,
  component: OrganizationFrame,
  staticData: { crumb: '$org' },
})

function OrganizationFrame() {
  const { org } = Route.useParams()
  const router = useRouter()
  const { session: drawnFor, queryClient } = Route.useRouteContext()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const own = membershipIn(session, org)
  const drawn = membershipIn(drawnFor, org)
  const isMember = own !== undefined
  const isOutdated = own?.role !== drawn?.role || own?.time_zone !== drawn?.time_zone
  useEffect(() => {
    if (isOutdated) void router.invalidate()
  }, [isOutdated, router])
  useEffect(() => {
    if (!isMember) return undefined
    const after = firstChangeToHear(queryClient, org)
    let isLeft = false
    let stop = () => {
      isLeft = true
    }
    // A stream takes one of the few connections to the service that the page has until it is there.
    void whenIdle().then(() => {
      if (!isLeft) stop = followLiveUpdates(org, queryClient, after)
    })
    return () => stop()
  }, [isMember, org, queryClient])
  return (
    <SignedInFrame org={org} session={session}>
      <Outlet />
    </SignedInFrame>
  )
}
