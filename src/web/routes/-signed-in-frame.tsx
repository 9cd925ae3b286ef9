import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Session } from '#contract/session/session.ts'
import { signOut } from '../session/queries.ts'
import { AppFrame } from '../ui/app-frame.tsx'

const SearchBox = lazy(() => import('../search/search-box.tsx'))

/** The frame around every page of who is signed in: it leads through one organization. */
export function SignedInFrame(props: { org: string; session: Session; children: ReactNode }) {
  const { org, session } = props
  const router = useRouter()
  const queryClient = useQueryClient()
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
      {props.children}
    </AppFrame>
  )
}
