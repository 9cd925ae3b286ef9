import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { readSearch } from '../api/search-params.ts'
import { signIn } from '../session/queries.ts'
import { safeReturnTo } from '../session/return-to.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { Logo } from '../ui/logo.tsx'

const search = z.object({
  return_to: z.optional(z.string()),
  /** Of a one-time link. */
  token: z.optional(z.string()),
  /** The one-time link that led here was used or too old. */
  link: z.optional(z.enum(['refused'])),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw) => readSearch(search, raw),
  loaderDeps: ({ search: { token, return_to } }) => ({ token, return_to }),
  loader: async ({ context, deps: { token, return_to } }) => {
    if (!token) return
    const isSignedIn = await signIn(context.queryClient, { token }).then(
      () => true,
      () => false,
    )
    // Either way the token leaves the address bar and the history.
    if (isSignedIn) {
      throw redirect({ href: safeReturnTo(return_to, location.origin), replace: true })
    }
    throw redirect({ to: '/sign-in', search: { return_to, link: 'refused' }, replace: true })
  },
  pendingComponent: () => <Frame>Signing in</Frame>,
  component: SignInPage,
})

function SignInPage() {
  const router = useRouter()
  const { queryClient } = Route.useRouteContext()
  const { return_to, link } = Route.useSearch()
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
          await router.navigate({ href: safeReturnTo(return_to, location.origin), replace: true })
        }}
      />
      <p className="text-meta text-muted">
        Use your own key or the one that the service printed at its first start. It is exchanged for
        a session and not kept in the browser.
      </p>
    </Frame>
  )
}

function Frame(props: { children: React.ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center grid-cols-[minmax(0,360px)] gap-4 p-4">
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
