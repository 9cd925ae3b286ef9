import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { type ViewPage, listViews } from '#contract/saved-view/saved-view.ts'
import { ignoreTemporaryError } from './api-error.ts'
import { type EndpointQuery, type Readable, endpointQuery } from './endpoint-query.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** In the hash of an address that means what it says: all rows, whatever the default is. */
export const allHash = 'all'

/**
 * Loads the rows of a list, and opens it with its default view where its address asks for
 * nothing.
 * @param standard what it opens with where nobody has chosen a view
 * @throws Redirect to that, in the place of the address;
 * ApiError where the list is refused
 */
export async function openList<E extends Readable>(
  page: ViewPage,
  opened: Opened,
  query: EndpointQuery<E>,
  standard = '',
): Promise<void> {
  const rows = opened.context.queryClient.ensureQueryData(query).catch(ignoreTemporaryError)
  await Promise.all([rows, openDefault(page, opened, standard)])
}

/** A link that says something stays as it is, and so does one to `#all`. */
async function openDefault(
  page: ViewPage,
  { context, params, location, cause }: Opened,
  standard: string,
): Promise<void> {
  const hasSearch = Object.values(location.search).some((value) => value !== undefined)
  if (cause !== 'enter' || hasSearch || location.hash === allHash) return
  // A list opens without its views, too.
  const views = await context.queryClient.fetchQuery(viewsQuery(params.org)).catch(() => [])
  const view = defaultOf(views.filter((one) => one.page === page))
  const search = parseSearch(view?.search ?? standard)
  // A view that asks for nothing leads back here.
  if (stringifySearch(search) === '') return
  throw redirect({ to: location.pathname, search, replace: true })
}

/** Arguments of a list's loader when the list is opened. */
interface Opened {
  context: { queryClient: QueryClient }
  params: { org: string }
  location: { pathname: string; search: object; hash: string }
  cause: 'enter' | 'stay' | 'preload'
}

/** The view that a page opens with, of those of the page; theirs before the team's. */
export function defaultOf<View extends { is_default: boolean; scope: 'personal' | 'team' }>(
  views: readonly View[],
): View | undefined {
  const defaults = views.filter(({ is_default }) => is_default)
  return defaults.find(({ scope }) => scope === 'personal') ?? defaults[0]
}

/** Query options of all views that the caller sees; live changes make it old, nothing else. */
export const viewsQuery = (org: string) => ({
  ...endpointQuery(listViews, { org }),
  staleTime: Infinity,
})
