import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './api/search-params.ts'
import { routeTree } from './routeTree.gen.ts'
import { ErrorPage, NotFoundPage } from './routes/-error-page.tsx'
import { endFirstPage, PagePending } from './ui/skeleton.tsx'

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
    // In the first chunk: they stand for chunks that cannot be loaded, too.
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
  // Skeletons are for the first page: afterwards the old one stays until the new is there.
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe()
    endFirstPage()
    router.update({ ...router.options, defaultPendingMs: Infinity })
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /**
     * Breadcrumb of this route: a word, or `$name` of the path parameter to show. A loader that
     * returns a `crumb` names what the address has an id of.
     */
    crumb?: string
    /** Breadcrumbs of the views that the address of this route names. */
    viewCrumbs?: Record<string, string>
  }
}
