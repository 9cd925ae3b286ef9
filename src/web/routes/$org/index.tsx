import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import * as z from 'zod/mini'
import { getOverview } from '#contract/overview/overview.ts'
import { ApiError, ignoreTemporaryError } from '#web/api/api-error.ts'
import { loadWithPage } from '#web/api/list-query.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { parseSearch, readSearch } from '#web/api/search-params.ts'
import { AttentionCard } from '#web/overview/attention-card.tsx'
import { ChangesCard } from '#web/overview/changes-card.tsx'
import {
  dueExceptionsQuery,
  failingRulesQuery,
  overviewFilters,
  overviewQuery,
  recentTrailsQuery,
} from '#web/overview/queries.ts'
import { SaveDefault } from '#web/overview/save-default.tsx'
import { Tiles } from '#web/overview/tiles.tsx'
import { TrendCard } from '#web/overview/trend-card.tsx'
import { VouchCard } from '#web/overview/vouch-card.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { recentRanges } from '#web/table/time-range.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { PendingCard, PendingListPage, SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { useDrawnParts } from '#web/ui/use-drawn-parts.ts'
import { useIsPhone } from '#web/ui/use-media-query.ts'

const search = z.object({
  tag: z.optional(z.array(z.string())),
  range: z.optional(z.enum(recentRanges)),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const FirstRun = lazyPart(() => import('./-first-run.tsx'))

export const Route = createFileRoute('/$org/')({
  validateSearch: searchOf,
  loader: async ({ context: { queryClient }, params: { org }, location }) => {
    const search = searchOf(location.search)
    // Asked at once: what is drawn first waits for them.
    const trails = loadWithPage(queryClient, recentTrailsQuery(org, search))
    if (!search.tag?.length) {
      void queryClient.prefetchQuery(failingRulesQuery(org))
      void queryClient.prefetchQuery(dueExceptionsQuery(org))
    }
    const overview = await queryClient
      .ensureQueryData(overviewQuery(org, search))
      .catch(ignoreTemporaryError)
    // An address that asks for nothing opens with what was saved; "7 days" asks for everything.
    if (!overview?.saved_search || Object.values(search).some(Boolean)) {
      await trails
      return
    }
    const saved = searchOf(parseSearch(overview.saved_search))
    throw redirect({ to: '/$org', params: { org }, search: saved, replace: true })
  },
  pendingComponent: () => (
    <PendingListPage heading="Overview" rows={10}>
      <PendingCard shape="tiles" className="mb-4 h-[6.125rem]" />
    </PendingListPage>
  ),
  component: OverviewPage,
  staticData: { crumb: 'Overview' },
})

function OverviewPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery({ ...overviewQuery(org, search), placeholderData: (before) => before })
  const { data, error } = query
  // A refusal is no block that failed: the page says why.
  if (!data && error instanceof ApiError && !error.isTemporary) throw error
  // Where filters are saved, an address without any would open with those again.
  const unfiltered = data?.saved_search ? '7d' : undefined
  const narrow = (change: Partial<typeof search>) =>
    void navigate({
      search: ({ ignored: _, ...rest }) => {
        const { tag, range } = { ...rest, ...change }
        return { tag, range: tag?.length ? range : (range ?? unfiltered) }
      },
    })
  const loadedUntil = data?.loaded_until ?? null
  const isNew =
    data &&
    loadedUntil === null &&
    Object.values(data.first_steps).includes(null) &&
    !search.tag?.length
  const isEmpty = isNew && !data.first_steps.trail && !data.first_steps.environment
  const hasEnvironments = data && Object.values(data.environments).some((count) => count > 0)
  const shown = { org, search }
  const isPhone = useIsPhone()
  return (
    <Page
      title={['Overview', org]}
      heading="Overview"
      beside={
        data && (
          <span className="text-table text-muted">
            as of <TimeStamp at={data.at} form="stamp" />
          </span>
        )
      }
      actions={
        <>
          {!isEmpty && (
            <FilterBar
              isInline
              filters={overviewFilters(search, narrow)}
              onClear={() => narrow({ tag: undefined, range: undefined })}
            >
              {data && <SaveDefault org={org} search={search} saved={data.saved_search} />}
            </FilterBar>
          )}
          <PageActions
            call={{
              endpoint: getOverview,
              params: { org },
              query: () => (search.tag ? { tag: search.tag } : {}),
            }}
          />
        </>
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="The overview" query={query} />
      {loadedUntil !== null && (
        <Note>
          The demo is being loaded: what you see stands at{' '}
          <TimeStamp at={loadedUntil} form="stamp" />. Its last days come last.
        </Note>
      )}
      {isNew && <FirstRun org={org} done={data.first_steps} />}
      {!isEmpty && (
        <>
          <Tiles {...shown} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex min-w-0 flex-col gap-4">
              {data ? (
                <AttentionCard {...shown} overview={data} />
              ) : (
                <LoadFailed what="What needs attention" onRetry={query.refetch} />
              )}
              <Later parts={isPhone ? 1 : 0}>
                <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,21.25rem),1fr))] gap-4">
                  {hasEnvironments && <VouchCard org={org} overview={data} />}
                  <Suspense fallback={<PendingCard shape="chart" className="h-[15rem]" />}>
                    <Later parts={1} until={<PendingCard shape="chart" className="h-[15rem]" />}>
                      <TrendCard {...shown} />
                    </Later>
                  </Suspense>
                </div>
              </Later>
            </div>
            <Later parts={1} until={isPhone ? <BelowAll /> : <SkeletonRows rows={14} />}>
              {/* Beside the others it is as high as they are, and scrolls. */}
              <div
                className="grid grid-cols-[minmax(0,1fr)] lg:[contain:size]"
                style={{ gridTemplateRows: 'minmax(0, 1fr)' }}
              >
                <ChangesCard {...shown} />
              </div>
            </Later>
          </div>
        </>
      )}
    </Page>
  )
}

/** A part of the page that comes after so many others. */
function Later(props: { parts: number; until?: ReactNode; children: ReactNode }) {
  return useDrawnParts(props.parts) < props.parts ? props.until : props.children
}

/** About as tall as what comes: a page that is loaded again is scrolled to where the reader left it. */
const BelowAll = () => <div style={{ height: '300dvh', overflowAnchor: 'none' }} />
