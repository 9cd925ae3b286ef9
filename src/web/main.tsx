import { QueryClientProvider, QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ApiError } from './api/api-error.ts'
import { watchNetwork } from './connection/connection.ts'
import { reloadAfterUpgrade } from './connection/upgrade.ts'
import { createAppRouter } from './router.ts'
import { adoptContentSecurity } from './ui/content-security.ts'
import './style.css'

// The probe of zod for `new Function` would be a violation of our content security policy.
z.config({ jitless: true })
adoptContentSecurity()

// Shared code is loaded while the session is asked for; signing in does without.
if (!location.pathname.startsWith('/sign-in')) void import('./table/data-table.tsx')

/** So long the skeleton in the page's HTML stands for it before its frame does, in milliseconds. */
const maxWaitMs = 1_000

function start(queryClient: QueryClient, router: ReturnType<typeof createAppRouter>) {
  reloadAfterUpgrade()
  watchNetwork()
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  const root = createRoot(element, {
    // A refusal has its own page; only faults of ours belong in the console.
    onCaughtError: (error) => {
      if (!(error instanceof ApiError)) console.error(error)
    },
  })
  const draw = () =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  const loaded = router.load().catch(console.error)
  const isLate = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  // A page that is loaded before it is drawn is drawn in small steps; one that takes longer says so.
  void Promise.race([loaded, isLate]).then(() => startTransition(draw))
}

// Each in a task of its own: those of the modules above and of the router are long.
setTimeout(() => {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  setTimeout(() => start(queryClient, router))
})

/** The one cache of what the service said. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Live changes invalidate; this only spares the second request right after a loader's.
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        // Offline must show as an error with Retry, not as an endless wait.
        networkMode: 'always',
        retry: (failures, error) =>
          error instanceof ApiError && error.isTemporary && error.status !== 429 && failures < 1,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
