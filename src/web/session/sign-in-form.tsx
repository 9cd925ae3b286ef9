import { useRef, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { TextField } from '#web/form/field.tsx'
import { Form } from '#web/form/form.tsx'
import { Button } from '#web/ui/button.tsx'

/** Asks for an API key. A refusal says no more than that it was refused. */
export function SignInForm(props: {
  /** Whether another way to sign in stands before it. */
  isSecond?: boolean
  onSubmit: (apiKey: string) => Promise<void>
}) {
  const { isSecond = false } = props
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Read when it is sent: what a password manager fills in may change no state.
  const field = useRef<HTMLInputElement>(null)

  const submit = async () => {
    const apiKey = field.current?.value.trim() ?? ''
    if (apiKey === '') return setError('Enter an API key.')
    setBusy(true)
    setError(null)
    try {
      await props.onSubmit(apiKey)
    } catch (failure) {
      setError(explain(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form className="grid gap-3" onSubmit={submit}>
      <TextField
        ref={field}
        label="API key"
        name="api_key"
        type="password"
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
        autoFocus={!isSecond}
        error={error}
      />
      <Button type="submit" kind={isSecond ? 'plain' : 'primary'} isBusy={isBusy}>
        {isBusy ? 'Signing in' : isSecond ? 'Sign in with a key' : 'Sign in'}
      </Button>
    </Form>
  )
}

function explain(failure: unknown): string {
  if (!(failure instanceof ApiError)) return 'Signing in failed. Try again.'
  if (failure.status === 429) {
    const wait = failure.retryAfter
    return wait
      ? `Too many attempts. Wait ${wait} s, then try again.`
      : 'Too many attempts. Wait a minute.'
  }
  // Only who holds a key learns that it is of a service account.
  if (failure.status === 403) return `${failure.message}.`
  if (failure.status === 400 || failure.status === 401) return 'This key is not accepted.'
  return failure.status === 0
    ? 'The service could not be reached. Try again.'
    : 'The service could not answer. Try again.'
}
