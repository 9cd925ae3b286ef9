import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import {
  type Deployment,
  deploymentListQuery as listQuery,
  exportDeployments,
  listDeployments,
} from '#contract/deployment/deployment.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import type { ChartLink, ChartMarker } from '#web/chart/axis-data.ts'
import { DeploymentCharts, deploymentsHeights } from '#web/deployment/charts.tsx'
import { deploymentColumns } from '#web/deployment/columns.tsx'
import { deploymentListQuery, windowOf } from '#web/deployment/queries.ts'
import { bandDays } from '#web/environment/band-spans.ts'
import { EnvironmentPage, EnvironmentPending } from '#web/environment/environment-page.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { verdictRunsQuery } from '#web/environment/verdict-runs-query.ts'
import { registryText, registryOf } from '#web/domain-ui/registry.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { dayGroups } from '#web/table/day-groups.ts'
import {
  type ChoiceFilter,
  type TimeFilter,
  isSet,
  oneOf,
  windowFilter,
  valueLabel,
} from '#web/table/filter.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { ranges } from '#web/table/time-range.ts'
import { Frame } from '#web/ui/card.tsx'
import { NoMatch } from '#web/ui/empty.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard, PendingList } from '#web/ui/skeleton.tsx'

const search = z.extend(listQuery, { range: z.optional(z.enum(ranges)) })
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/environments/$env/deployments')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another window is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org, env }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      queryClient
        .ensureQueryData(deploymentListQuery(org, env, searchOf(location.search)))
        .catch(ignoreTemporaryError),
    ]),
  pendingComponent: () => (
    <EnvironmentPending tab="Deployments">
      <PendingList rows={10}>
        <ReservedSpace heights={deploymentsHeights}>
          <PendingCard shape="chart" />
        </ReservedSpace>
      </PendingList>
    </EnvironmentPending>
  ),
  component: DeploymentsPage,
  staticData: { crumb: 'Deployments' },
})

type Search = ReturnType<typeof Route.useSearch>

const rowId = (row: Deployment) =>
  [row.environment_name, row.snapshot_index, row.fingerprint, row.flow_name, row.name].join(' ')

const filtersOf = (
  search: Search,
  narrow: (change: Partial<Search>) => void,
): [TimeFilter, ChoiceFilter] => [
  windowFilter('Started', search, narrow, 'last 30 days'),
  oneOf(
    'Outcome',
    [{ value: 'failed', label: 'failed only' }],
    search.failed ? 'failed' : undefined,
    (value) => narrow({ failed: value && true }),
  ),
]

function DeploymentsPage() {
  const { org, env } = Route.useParams()
  const attachments = useAttachmentMarkers(org, env)
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const list = useListPage({
    search: Route.useSearch(),
    queryOf: (listSearch) => deploymentListQuery(org, env, listSearch),
    rowId: (row) => rowId(row),
    filtersOf,
    // The window is part of the question, not a filter of its answer.
    isNarrowed: ({ failed }) => Boolean(failed),
    resetScroll: false,
  })
  const { search, shown } = list
  const registry = registryOf(list.rows.map(({ name }) => name))
  const isLogical = environment.type === 'logical'
  const columns = useMemo(
    () => deploymentColumns(org, registry, isLogical),
    [org, registry, isLogical],
  )
  const choice = useColumnChoice(columns)
  const [time] = list.filters
  const windowText =
    time && isSet(time)
      ? `${search.range && search.from == null && search.to == null ? 'in the ' : ''}${valueLabel(time)}`
      : 'in the last 30 days'
  return (
    <EnvironmentPage
      org={org}
      env={env}
      tab="Deployments"
      actions={
        <PageActions
          call={{
            endpoint: listDeployments,
            params: { org, env_name: env },
            query: () => ({
              ...windowOf(shown),
              ...(shown.failed && { failed: true }),
              page: shown.page,
              per_page: shown.per_page,
            }),
          }}
          exports={exportDeployments}
        />
      }
    >
      <ListBody
        columns={choice}
        list={list}
        title="Deployments"
        what="deployment"
        order={`newest first, one for an artifact and a snapshot however many flows report it${registryText(registry)}${list.data.is_partial ? '; failures are looked for among the newest 20,000 deployments, earlier ones are not listed' : ''}`}
        none={
          <Frame isBusy={list.isBusy}>
            <NoMatch
              sentence={`Nothing that a flow built began to run here ${windowText}. An artifact counts once a flow knows its fingerprint.`}
            />
          </Frame>
        }
        summary={
          <ReservedSpace heights={deploymentsHeights}>
            <DeploymentCharts
              org={org}
              env={env}
              search={shown}
              windowText={windowText}
              marks={attachments}
            />
          </ReservedSpace>
        }
      >
        <LongTable
          caption={`Deployments to ${env}`}
          columns={columns}
          choice={choice}
          groups={dayGroups(list.rows, ({ started_at }) => started_at, 'deployment')}
          rowId={rowId}
        />
      </ListBody>
    </EnvironmentPage>
  )
}

/**
 * Policies whose attachment made an environment's verdict flip, as lines of a chart that lead to
 * them; `at` is in Unix seconds.
 */
function useAttachmentMarkers(org: string, env: string): ChartMarker[] {
  const { data } = useQuery(verdictRunsQuery(org, [env], bandDays))
  const runs = data?.environments[0]?.runs ?? []
  return runs.flatMap(({ from, cause }) => {
    const policy = cause?.attached?.[0]
    if (policy === undefined) return []
    const link: ChartLink = { to: '/$org/policies/$policy', params: { org, policy } }
    return { at: from, label: `${policy} attached`, link }
  })
}
