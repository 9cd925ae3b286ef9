import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './api/search-params.ts'
import { routeTree } from './routeTree.gen.ts'
import { PagePending } from './ui/skeleton.tsx'

/** Beside the first chunk, with what all pages share: that is asked for at once (main.tsx). */
const errorPages = () => import('./routes/-error-page.tsx')

/** The router over the generated route tree; its search strings look like the API's. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Freshness is the query cache's business.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: lazyRouteComponent(errorPages, 'ErrorPage'),
    defaultNotFoundComponent: lazyRouteComponent(errorPages, 'NotFoundPage'),
    scrollRestoration: true,
  })
  // Skeletons are for the first page: afterwards the old one stays until the new is there.
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe()
    router.update({ ...router.options, defaultPendingMs: Infinity })
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Breadcrumb of this route: a word, or `$name` of the path parameter to show. */
    crumb?: string
  }
}
