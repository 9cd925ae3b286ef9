import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Dialog } from '#web/ui/dialog.tsx'
import { signInAgain, userOf } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in again, over the page that was open when the session ended. */
export default function SignInDialog() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const user = userOf(queryClient)
  const signIn = async (apiKey: string) => {
    const { isSamePerson } = await signInAgain(queryClient, apiKey)
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
        <SignInForm onSubmit={signIn} />
      </div>
    </Dialog>
  )
}
