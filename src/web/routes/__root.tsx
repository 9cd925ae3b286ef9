import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useExpired } from '#web/api/session-expiry.ts'
import { Announcer } from '#web/ui/announcer.tsx'

const SignInDialog = lazyPart(() => import('#web/session/sign-in-dialog.tsx'))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
})

function Root() {
  const mustSignIn = useExpired()
  return (
    <>
      <Outlet />
      <Announcer />
      {mustSignIn && <SignInDialog />}
    </>
  )
}
