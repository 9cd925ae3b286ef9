import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Session } from '#contract/session/session.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { signOut } from '#web/session/session.ts'
import { AppFrame } from '#web/shell/app-frame.tsx'

const SearchBox = lazyPart(() => import('#web/search/search-box.tsx'))

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
