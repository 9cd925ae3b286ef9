import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Session } from '#contract/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import {
  loadSession,
  signIn,
  signInAgain,
  signInWaysQuery,
  singleSignOn,
  userOf,
} from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in again, over the page that was open when the session ended. */
export default function SignInDialog() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const user = userOf(queryClient)
  const { data: ways } = useQuery(signInWaysQuery)
  const goOn = async (by: () => Promise<Session>) => {
    const { isSamePerson } = await signInAgain(queryClient, by)
    // Routes know whose session it is.
    if (!isSamePerson) await router.invalidate()
  }
  return (
    <Dialog title="Sign in again">
      <div className="grid gap-4 px-4 pb-4">
        <p className="text-table text-muted">
          Your session has ended, or is too old to make keys. Once you have signed in
          {user !== undefined && (
            <>
              {' as '}
              <strong className="font-medium text-text">{user}</strong>
            </>
          )}
          , you go on where you are. For anybody else nothing is sent that waits now.
        </p>
        {ways?.single_sign_on && <InNewTab onBack={() => goOn(loadSession)} />}
        {ways?.key !== false && (
          <SignInForm
            isSecond={ways?.single_sign_on === true}
            onSubmit={(apiKey) => goOn(() => signIn(queryClient, { api_key: apiKey }))}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Single sign-on in another tab, so that nothing here is lost; goes on when one comes back. */
function InNewTab({ onBack }: { onBack: () => Promise<void> }) {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!isAway) return
    const back = () => void onBack().catch(() => undefined)
    window.addEventListener('focus', back)
    return () => window.removeEventListener('focus', back)
  })
  return (
    <>
      <a
        className={buttonClass({ kind: 'primary' })}
        href={singleSignOn('/')}
        target="_blank"
        onClick={() => setAway(true)}
      >
        Continue with single sign-on in a new tab
      </a>
      {isAway && (
        <p role="status" className="text-table text-muted">
          Once you have signed in there, come back to this tab.
        </p>
      )}
    </>
  )
}
