import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { readSearch } from '#web/api/search-params.ts'
import {
  safeReturnTo,
  sessionQuery,
  signIn,
  signInWaysQuery,
  singleSignOn,
} from '#web/session/session.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

const search = z.object({
  return_to: z.optional(z.string()),
  /** Of a one-time link. */
  token: z.optional(z.string()),
  /** The one-time link that led here was used or too old. */
  link: z.optional(z.enum(['refused'])),
  /** Single sign-on led here: it did not work, or it did. */
  failed: z.optional(z.enum(['refused', 'unavailable'])),
  signed_in: z.optional(z.enum(['yes'])),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw) => readSearch(search, raw),
  loaderDeps: ({ search: { token, signed_in, return_to } }) => ({ token, signed_in, return_to }),
  async loader({ context: { queryClient }, deps: { token, signed_in, return_to } }) {
    if (signed_in) throw redirect({ href: safeReturnTo(return_to, location.origin), replace: true })
    const [session, ways] = await Promise.all([
      token ? queryClient.fetchQuery(sessionQuery).catch(() => null) : null,
      // Without an answer the form of a key says what is wrong.
      queryClient
        .ensureQueryData(signInWaysQuery)
        .catch(() => ({ key: true, single_sign_on: false })),
    ])
    return { session, ways }
  },
  component: SignInPage,
})

function SignInPage() {
  const router = useRouter()
  const { queryClient } = Route.useRouteContext()
  const { return_to, link, token, failed } = Route.useSearch()
  const { session: signedIn, ways } = Route.useLoaderData()
  const goesTo = safeReturnTo(return_to, location.origin)
  const goOn = () => router.navigate({ href: goesTo, replace: true })
  if (token) {
    return (
      <Frame>
        <SignInByLink
          user={signedIn?.user.name ?? null}
          onConfirm={async () => {
            // Data of the user before is not for who comes now.
            if (signedIn) queryClient.clear()
            // Either way the token leaves the address bar and the history.
            const search = { return_to, link: 'refused' as const }
            await signIn(queryClient, { token }).then(goOn, () =>
              router.navigate({ to: '/sign-in', search, replace: true }),
            )
          }}
        />
      </Frame>
    )
  }
  return (
    <Frame returnTo={goesTo === '/' ? undefined : goesTo}>
      {link && <Failure>This sign-in link was used or is too old. Sign in another way.</Failure>}
      {failed && <Failure>{failures[failed]}</Failure>}
      {ways.single_sign_on && (
        <a className={buttonClass({ kind: 'primary' })} href={singleSignOn(return_to)}>
          Continue with single sign-on
        </a>
      )}
      {ways.single_sign_on && ways.key && <p className="text-center text-meta text-muted">or</p>}
      {ways.key && (
        <>
          <SignInForm
            isSecond={ways.single_sign_on}
            onSubmit={async (apiKey) => {
              await signIn(queryClient, { api_key: apiKey })
              await goOn()
            }}
          />
          <p className="text-meta text-muted">
            Use your own key or the one that the service printed at its first start. It is exchanged
            for a session and not kept in the browser.
          </p>
        </>
      )}
    </Frame>
  )
}

/** Failures, whoever it was: nobody learns here whether an account exists. */
const failures = {
  refused: 'That did not work. Try again, or ask an admin whether you may sign in here.',
  unavailable: 'The identity provider does not respond. Try again in a moment.',
}

function Failure(props: { children: React.ReactNode }) {
  return (
    <p
      role="alert"
      className="flex gap-2 rounded-base border border-line bg-surface px-3 py-2 text-table"
    >
      <WarningSign />
      {props.children}
    </p>
  )
}

/** Asks before a link signs in: another page may have led here, and a session may be at stake. */
function SignInByLink(props: { user: string | null; onConfirm: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await props.onConfirm()
    setBusy(false)
  }
  return (
    <>
      <p className="text-table">
        {props.user === null
          ? 'This link signs you in, once.'
          : `You are signed in as ${props.user}. Signing in with this link ends that session.`}
      </p>
      <Button kind="primary" isBusy={isBusy} onClick={() => void confirm()}>
        {isBusy ? 'Signing in' : 'Sign in with this link'}
      </Button>
    </>
  )
}

function Frame(props: { children: React.ReactNode; returnTo?: string | undefined }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <title>Sign in · Cairn</title>
      <main className="grid flex-1 place-content-center grid-cols-[minmax(0,22.5rem)] gap-4 p-4">
        <div className="grid gap-2">
          <Logo className="size-8" />
          <h1 tabIndex={-1} className="text-title font-semibold tracking-[-0.012em]">
            Sign in to Cairn
          </h1>
          <p className="text-muted">
            What was built, how it was checked, what runs where, and whether that meets the rules.
          </p>
        </div>
        <div className="grid gap-4 rounded-card border border-line bg-bg p-4 [&_:is(a,button,input)]:min-h-10">
          {props.children}
        </div>
        {props.returnTo && (
          <p className="text-center text-meta wrap-anywhere text-muted">
            Then on to {destinationOf(props.returnTo)}
          </p>
        )}
      </main>
      <footer className="flex flex-wrap justify-center gap-x-4 p-4 text-meta text-muted">
        <span>{location.host}</span>
        <a href="/api/docs" className="underline">
          API reference
        </a>
        <a href="/ready" className="underline">
          Status
        </a>
      </footer>
    </div>
  )
}

/** Label of a path of the dashboard: its parts, as they are named. */
function destinationOf(path: string): string {
  const parts = path.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? []
  try {
    return parts.map(decodeURIComponent).join(' / ')
  } catch {
    return path
  }
}
