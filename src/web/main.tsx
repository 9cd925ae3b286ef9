import { QueryClientProvider, QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
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

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

reloadAfterUpgrade()
watchNetwork()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root, {
  // A refusal has its own page; only faults of ours belong in the console.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) console.error(error)
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

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
