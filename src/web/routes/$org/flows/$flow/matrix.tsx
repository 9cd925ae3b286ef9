import { useQueries, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import * as z from 'zod/mini'
import {
  type MatrixTrail,
  exportFlowMatrix,
  getFlowMatrix,
} from '#contract/flow/flow-statistics.ts'
import { matrixQuery } from '#contract/trail/trail.ts'
import { columnsOfTrails, slotKey, slotsOfTrail } from '#domain/trail/trail-slots.ts'
import { ignoreTemporaryError } from '#web/api/api-error.ts'
import { queryOf, readSearch } from '#web/api/search-params.ts'
import { lazyPart, suspendingPart } from '#web/connection/lazy-part.ts'
import { FlowPage, FlowPending } from '#web/flow/flow-page.tsx'
import { MatrixGrid, MatrixLegend } from '#web/flow/matrix/matrix-grid.tsx'
import { slotFilter } from '#web/flow/matrix/compared-slots.ts'
import { flowQuery, flowSlotsQuery, windowDaysOf } from '#web/flow/queries.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { RowCount } from '#web/table/paging.tsx'
import { ranges, timesNow } from '#web/table/time-range.ts'
import { trailFilters } from '#web/trail/filters.ts'
import { flowMatrixQuery, trailQuery } from '#web/trail/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { PendingCard, PendingList } from '#web/ui/skeleton.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'

const CompareCard = lazyPart(() => import('#web/flow/matrix/compare-card.tsx'))
const FirstTrail = lazyPart(() => import('#web/trail/first-trail.tsx'))
const MatrixCards = suspendingPart(() => import('#web/flow/matrix/matrix-cards.tsx'))
const MatrixSlots = suspendingPart(() => import('#web/flow/matrix/matrix-slots.tsx'))
const SlotRankingCard = lazyPart(
  () => import('#web/flow/matrix/slot-ranking-card.tsx'),
  <PendingCard shape="chart" className="mb-4 h-11.5" />,
)

const search = z.extend(matrixQuery, {
  range: z.optional(z.enum(ranges)),
  /** Names of up to two trails. */
  compare: z.optional(z.array(z.string())),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/flows/$flow/matrix')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org, flow }, location }) => {
    const { compare: _, ...listSearch } = searchOf(location.search)
    void SlotRankingCard.preload()
    return Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient
        .ensureQueryData(flowMatrixQuery(org, flow, listSearch))
        .catch(ignoreTemporaryError),
      // Never fails: the ranking says for itself when it could not be loaded.
      queryClient.prefetchQuery(flowSlotsQuery(org, flow, windowDaysOf(listSearch.range))),
    ])
  },
  pendingComponent: () => (
    <FlowPending tab="Matrix">
      <PendingCard shape="chart" className="mb-4 h-11.5" />
      <PendingList rows={14} />
    </FlowPending>
  ),
  component: MatrixPage,
  staticData: { crumb: 'Matrix' },
})

function MatrixPage() {
  const { org, flow } = Route.useParams()
  const { compare, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useListPage({
    search,
    queryOf: (listSearch) => flowMatrixQuery(org, flow, listSearch),
    rowId: (trail) => trail.id,
    text: { parameter: 'name', label: 'Filter by name' },
    filtersOf: (search, narrow) => [...slotFilter(search, narrow), ...trailFilters(search, narrow)],
  })
  const { shown, pagination, isNarrowed } = list
  const { expected } = list.data
  const days = windowDaysOf(shown.range)
  const slots = useQuery(flowSlotsQuery(org, flow, days))
  const isPhone = useIsPhone()

  const choose = useCallback(
    (trail: string) =>
      void navigate({
        search: ({ compare: chosen = [], ...rest }) => ({
          ...rest,
          compare: chosen.includes(trail)
            ? chosen.filter((one) => one !== trail)
            : [...chosen.slice(-1), trail],
        }),
        // The second one shows the comparison, on top.
        resetScroll: compare?.length === 1 && compare[0] !== trail,
      }),
    [navigate, compare],
  )
  const focus = [shown.target, shown.attestation_name].some(Boolean)
    ? slotKey({ target: shown.target ?? null, attestation_name: shown.attestation_name ?? null })
    : null

  return (
    <FlowPage
      org={org}
      flow={flow}
      tab="Matrix"
      facts={<RowCount total={pagination.total} thing="trail" isNarrowed={isNarrowed} />}
      actions={
        <PageActions
          call={{
            endpoint: getFlowMatrix,
            params: { org, flow_name: flow },
            query: () => timesNow(queryOf(shown)),
          }}
          exports={exportFlowMatrix}
        />
      }
    >
      <ListBody
        list={list}
        title="The matrix"
        what="trail"
        order="newest first"
        first={<FirstTrail org={org} flow={flow} />}
        above={
          <>
            {expected.length === 0 && (
              <Note>
                This flow has no template: nothing is expected, no trail can be incomplete.
              </Note>
            )}
            <Comparison
              org={org}
              flow={flow}
              names={compare ?? []}
              onClose={() => void navigate({ search: ({ compare: _, ...rest }) => rest })}
            />
            <SlotRankingCard org={org} flow={flow} days={days} />
          </>
        }
      >
        {isPhone ? (
          <Suspense>
            {focus === null ? (
              <MatrixSlots trails={list.rows} columns={columnsOfTrails(expected, list.rows)} />
            ) : (
              <MatrixCards org={org} flow={flow} trails={list.rows} />
            )}
          </Suspense>
        ) : (
          <EvidenceSummaries org={org} ids={list.rows.map(firstFailing)}>
            <MatrixGrid
              org={org}
              flow={flow}
              trails={list.rows}
              columns={columnsOfTrails(expected, list.rows)}
              ranking={slots.data}
              focus={focus}
              chosen={compare ?? []}
              onChoose={choose}
            />
          </EvidenceSummaries>
        )}
        <MatrixLegend />
      </ListBody>
    </FlowPage>
  )
}

/** The evidence that is said beside a trail: the first that fails. */
const firstFailing = ({ slots }: MatrixTrail) =>
  slots?.find(({ state }) => state === 'NON-COMPLIANT')?.attestation_id ?? null

/** Trails chosen to compare: one waits for another. */
function Comparison(props: {
  org: string
  flow: string
  names: readonly string[]
  onClose: () => void
}) {
  const { org, flow } = props
  const [left, right] = props.names
  const names = left !== undefined && right !== undefined ? [left, right] : []
  const sides = useQueries({
    queries: names.map((name) => trailQuery(org, flow, name)),
    combine: (results) =>
      results.map(({ data, isError }) =>
        data ? slotsOfTrail(data.compliance_status) : isError ? null : undefined,
      ),
  })
  if (left === undefined) return null
  if (right === undefined) {
    return (
      <Note
        floats
        action={
          <Button size="small" onClick={props.onClose}>
            Cancel
          </Button>
        }
      >
        Choose another trail to compare with {left}.
      </Note>
    )
  }
  return (
    <CompareCard
      {...props}
      trails={[
        { name: left, slots: sides[0] },
        { name: right, slots: sides[1] },
      ]}
    />
  )
}
