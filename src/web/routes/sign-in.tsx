import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { readSearch } from '#web/api/search-params.ts'
import { sessionQuery, signIn, safeReturnTo } from '#web/session/session.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { Button } from '#web/ui/button.tsx'

const search = z.object({
  return_to: z.optional(z.string()),
  /** Of a one-time link. */
  token: z.optional(z.string()),
  /** The one-time link that led here was used or too old. */
  link: z.optional(z.enum(['refused'])),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw) => readSearch(search, raw),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: ({ context, deps: { token } }) =>
    token ? context.queryClient.fetchQuery(sessionQuery).catch(() => null) : null,
  component: SignInPage,
})

function SignInPage() {
  const router = useRouter()
  const { queryClient } = Route.useRouteContext()
  const { return_to, link, token } = Route.useSearch()
  const signedIn = Route.useLoaderData()
  const goOn = () =>
    router.navigate({ href: safeReturnTo(return_to, location.origin), replace: true })
  if (token) {
    return (
      <Frame>
        <SignInByLink
          user={signedIn?.user.name ?? null}
          onConfirm={async () => {
            // What the one before saw is not for who comes now.
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
    <Frame>
      {link && (
        <p className="rounded-base border border-line bg-surface px-3 py-2 text-table">
          This sign-in link was used or is too old. Sign in with an API key.
        </p>
      )}
      <SignInForm
        onSubmit={async (apiKey) => {
          await signIn(queryClient, { api_key: apiKey })
          await goOn()
        }}
      />
      <p className="text-meta text-muted">
        Use your own key or the one that the service printed at its first start. It is exchanged for
        a session and not kept in the browser.
      </p>
    </Frame>
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
      <Button kind="primary" disabled={isBusy} onClick={() => void confirm()}>
        {isBusy ? 'Signing in' : 'Sign in with this link'}
      </Button>
    </>
  )
}

function Frame(props: { children: React.ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center grid-cols-[minmax(0,22.5rem)] gap-4 p-4">
      <title>Sign in · Cairn</title>
      <div className="mb-2 flex items-center gap-2">
        <Logo />
        <h1 tabIndex={-1} className="text-title font-semibold tracking-[-0.012em]">
          Sign in to Cairn
        </h1>
      </div>
      {props.children}
    </main>
  )
}
