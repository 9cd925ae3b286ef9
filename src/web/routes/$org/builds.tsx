import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { buildFilters, listBuilds, exportBuilds } from '#contract/build/build.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { openList } from '#web/api/open-list.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { buildColumns } from '#web/build/columns.tsx'
import {
  buildQueryOf,
  buildListQuery,
  buildStatisticsQuery,
  timesOfWindow,
  windowText,
} from '#web/build/queries.ts'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { archivedFlowsFilter, archivedFlowsSearch } from '#web/table/archived-flows.ts'
import { repeatedFilters } from '#web/table/repeated-filters.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import type { Filter } from '#web/table/filter.ts'
import { type TimeRangeName, ranges } from '#web/table/time-range.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { Card } from '#web/ui/card.tsx'
import { NoMatch } from '#web/ui/empty.tsx'
import { FirstCard } from '#web/ui/first-steps.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const search = z.extend(buildFilters, {
  ...archivedFlowsSearch,
  range: z.optional(z.enum(ranges)),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const StatisticsCard = lazyPart(
  () => import('#web/build/statistics-card.tsx'),
  <PendingCard shape="chart" />,
)

export const Route = createFileRoute('/$org/builds')({
  validateSearch: searchOf,
  loader: (opened) => {
    const { org } = opened.params
    const listSearch = searchOf(opened.location.search)
    void opened.context.queryClient.prefetchQuery(buildStatisticsQuery(org, listSearch))
    return openList('builds', opened, buildListQuery(org, listSearch))
  },
  pendingComponent: () => (
    <Page title={['Builds']} heading="Builds" facts={<span>Loading</span>}>
      <ReservedSpace heights={figuresHeights}>
        <PendingCard shape="chart" />
      </ReservedSpace>
      <SkeletonRows rows={15} />
    </Page>
  ),
  component: BuildsPage,
  staticData: { crumb: 'Builds' },
})

const now = () => Date.now() / 1_000

function BuildsPage() {
  const { org } = Route.useParams()
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => buildListQuery(org, listSearch),
    rowId: (build) => build.artifact_id,
    filtersOf,
    // The window is part of the question, not a filter of its answer.
    isNarrowed: ({ repo_id, repo_name, archived }) => Boolean(repo_id ?? repo_name ?? archived),
  })
  const { search, shown } = list
  const columns = useMemo(() => buildColumns(org), [org])
  const { data: statistics } = useQuery(buildStatisticsQuery(org, shown))
  const choice = useColumnChoice(columns)
  useWhyKey()
  const navigate = Route.useNavigate()
  const askToDeploy = () => {
    const build = list.rows[Number(focusedRow()?.dataset['index'])]
    const search = build && { fingerprint: [build.fingerprint] }
    if (search) void navigate({ to: '/$org/can-i-deploy', params: { org }, search })
  }
  useShortcuts([
    { key: 'a', label: 'Open the artifact of the row', run: openArtifact },
    { key: 'c', label: 'Can I deploy the artifact of the row?', run: askToDeploy },
  ])

  return (
    <Page
      title={['Builds', org]}
      heading="Builds"
      facts={<span>{windowText(shown, now())}</span>}
      actions={
        <>
          <WindowChoice search={search} />
          <PageActions
            views="builds"
            call={{
              endpoint: listBuilds,
              params: { org },
              query: () => buildQueryOf(queryOf(shown)),
            }}
            exports={exportBuilds}
          />
        </>
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Builds"
        what="build"
        order="newest first"
        defaultSize={15}
        sizes={sizes}
        first={statistics?.has_any === false && <FirstBuild org={org} />}
        none={<NoneInWindow />}
        above={
          <ReservedSpace heights={figuresHeights}>
            <StatisticsCard org={org} search={shown} />
          </ReservedSpace>
        }
      >
        <DataTable caption="Builds" columns={columns} choice={choice} {...list.table} />
      </ListBody>
    </Page>
  )
}

const sizes = [25, 50]

/** Of the figures and the days above the list. */
const figuresHeights = { wide: 376, phone: 533 }

type Search = ReturnType<typeof Route.useSearch>

function filtersOf(search: Search, narrow: (change: Partial<Search>) => void): Filter[] {
  return [
    ...repeatedFilters('Repository', search.repo_name, (repo_name) => narrow({ repo_name })),
    ...repeatedFilters('Repository id', search.repo_id, (repo_id) => narrow({ repo_id })),
    archivedFlowsFilter(search.archived, (archived) => narrow({ archived })),
    {
      kind: 'time',
      label: 'Window',
      defaultValue: 'last 28 days',
      value: timesOfWindow(search),
      onChange: ({ range, from_timestamp: start_ts, to_timestamp: end_ts }) =>
        narrow({ range, start_ts, end_ts }),
    },
  ]
}

const focusedRow = () => document.activeElement?.closest('tr')

/** Presses the link of the row that has the focus. */
const openArtifact = () => focusedRow()?.querySelector<HTMLElement>('[data-row-link]')?.click()

const windows: readonly { label: string; range: TimeRangeName | undefined }[] = [
  { label: '7 days', range: '7d' },
  { label: '28 days', range: undefined },
  { label: '90 days', range: '90d' },
]

function WindowChoice(props: { search: Search }) {
  const { range, start_ts, end_ts } = props.search
  const isRelative = start_ts == null && end_ts == null
  return (
    <nav aria-label="Window" className="flex rounded-base bg-surface p-0.5">
      {windows.map((one) => {
        const isShown = isRelative && one.range === range
        return (
          <Link
            key={one.label}
            from={Route.fullPath}
            search={({ page: _, start_ts: __, end_ts: ___, ...rest }) => ({
              ...rest,
              range: one.range,
            })}
            activeOptions={{ exact: true }}
            data-shown={isShown || undefined}
            className="inline-flex h-7 items-center rounded-tag border border-transparent px-2.5 text-table font-medium text-muted no-underline hover:text-text data-shown:border-line-strong data-shown:bg-bg data-shown:text-text max-md:h-10"
          >
            {one.label}
          </Link>
        )
      })}
    </nav>
  )
}

function NoneInWindow() {
  return (
    <Card title="No build in this window">
      <NoMatch sentence="Nothing was built in active flows then. Builds of a longer time may be there:">
        <Link
          from={Route.fullPath}
          search={{ range: '90d' }}
          className="text-accent hover:underline"
        >
          Show the last 90 days
        </Link>
      </NoMatch>
    </Card>
  )
}

function FirstBuild(props: { org: string }) {
  return (
    <FirstCard
      title="No build yet"
      remark="Every artifact that a pipeline reports is a build. The CLI takes your API key from KOSLI_API_TOKEN, curl from CAIRN_KEY."
      steps={[
        {
          title: 'Report what a run has built; this page then shows it automatically',
          call: reportArtifactCall(props.org, { templateName: 'app' }),
        },
      ]}
    />
  )
}
