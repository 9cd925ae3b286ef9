import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isExpired, subscribeToExpiry } from '../api/expiry.ts'
import { Announcer } from '../ui/announcer.tsx'

const SignInDialog = lazy(() => import('../session/sign-in-dialog.tsx'))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
})

function Root() {
  const mustSignIn = useSyncExternalStore(subscribeToExpiry, isExpired)
  return (
    <>
      <Outlet />
      <Announcer />
      {mustSignIn && (
        <Suspense>
          <SignInDialog />
        </Suspense>
      )}
    </>
  )
}
