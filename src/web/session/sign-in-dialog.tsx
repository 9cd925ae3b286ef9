import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '#web/ui/dialog.tsx'
import { signInAgain } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in again, over the page that was open when the session ended. */
export default function SignInDialog() {
  const queryClient = useQueryClient()
  return (
    <Dialog title="Sign in again">
      <div className="grid gap-4 px-4 pb-4">
        <p className="text-table text-muted">
          Your session has ended, or is too old to make keys. Once you have signed in, you go on
          where you are.
        </p>
        <SignInForm onSubmit={(apiKey) => signInAgain(queryClient, apiKey)} />
      </div>
    </Dialog>
  )
}
