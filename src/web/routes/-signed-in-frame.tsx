import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Session } from '#contract/session/session.ts'
import { SearchButton } from '#web/search/search-button.tsx'
import { rememberOrganization } from '#web/session/last-organization.ts'
import { signOut } from '#web/session/session.ts'
import { AppFrame } from '#web/shell/app-frame.tsx'

/** The frame around every page of who is signed in: it leads through one organization. */
export function SignedInFrame(props: { org: string; session: Session; children: ReactNode }) {
  const { org, session } = props
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => rememberOrganization(org), [org])
  return (
    <AppFrame
      org={org}
      organizations={session.organizations}
      user={session.user}
      search={<SearchButton org={org} user={session.user.name} />}
      onSignOut={() =>
        void signOut(queryClient, () => router.navigate({ to: '/sign-in', search: {} }))
      }
    >
      {props.children}
    </AppFrame>
  )
}
