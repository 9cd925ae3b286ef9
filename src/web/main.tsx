import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ApiError } from './api/api-error.ts'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter } from './router.ts'
import './style.css'
import { reloadAfterUpgrade } from './upgrade.ts'
import { applyTheme } from './ui/theme.ts'

// The probe of zod for `new Function` would be a violation of our content security policy.
z.config({ jitless: true })
applyTheme()

// What the pages share comes while the session is asked for; signing in does without.
if (!location.pathname.startsWith('/sign-in')) void import('./table/data-table.tsx')

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

reloadAfterUpgrade()

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
