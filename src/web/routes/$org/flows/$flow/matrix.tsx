import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import * as z from 'zod/mini'
import { getFlowMatrix } from '#contract/flow-statistics.ts'
import { columnsOfTrails, slotKey } from '#domain/trail-slots.ts'
import { readSearch } from '../../../../api/search-params.ts'
import { FlowPage } from '../../../../flow/flow-page.tsx'
import { MatrixCards } from '../../../../flow/matrix-cards.tsx'
import { MatrixGrid } from '../../../../flow/matrix-grid.tsx'
import { flowQuery } from '../../../../flow/queries.ts'
import { slotFilter } from '../../../../flow/slot-filter.ts'
import { SlotRankingCard } from '../../../../flow/slot-ranking-card.tsx'
import { flowSlotsQuery, type WindowDays } from '../../../../flow/statistics-queries.ts'
import { FilterBar } from '../../../../table/filter-bar.tsx'
import { isSet, type TextFilter } from '../../../../table/filter.ts'
import { useHeldRows } from '../../../../table/held-rows.ts'
import { ListFrame } from '../../../../table/list-frame.tsx'
import { countWords } from '../../../../table/paging.tsx'
import { WaitingButton } from '../../../../table/waiting-button.tsx'
import { trailFilters } from '../../../../trail/filters.ts'
import { FirstTrail } from '../../../../trail/first-trail.tsx'
import { flowMatrixQuery } from '../../../../trail/queries.ts'
import { ranges } from '../../../../trail/range.ts'
import { IgnoredNote, Note, StaleNote } from '../../../../ui/note.tsx'
import { useMediaQuery } from '../../../../ui/media-query.ts'
import { Page } from '../../../../ui/page.tsx'
import { Loading, SkeletonRows } from '../../../../ui/skeleton.tsx'

const search = z.extend(getFlowMatrix.query, { range: z.optional(z.enum(ranges)) })
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)
const daysOf = ({ range }: { range?: string | undefined }): WindowDays =>
  range === '90d' ? 90 : 30

export const Route = createFileRoute('/$org/flows/$flow/matrix')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org, flow }, location }) => {
    const asked = searchOf(location.search)
    return Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient.ensureQueryData(flowMatrixQuery(org, flow, asked)),
      // Never fails: the ranking says for itself when it could not be loaded.
      queryClient.prefetchQuery(flowSlotsQuery(org, flow, daysOf(asked))),
    ])
  },
  pendingComponent: MatrixPending,
  component: MatrixPage,
  staticData: { crumb: 'Matrix' },
})

function MatrixPage() {
  const { org, flow } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const shown = useDeferredValue(search)
  const query = useSuspenseQuery(flowMatrixQuery(org, flow, shown))
  const { data, expected, pagination } = query.data
  const days = daysOf(shown)
  const slots = useQuery(flowSlotsQuery(org, flow, days))
  const held = useHeldRows(data, (trail) => trail.id, JSON.stringify([org, flow, shown]))
  const isPhone = useMediaQuery('(width < 768px)')

  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () => void navigate({ search: ({ per_page }) => ({ per_page }) })
  const name: TextFilter = {
    kind: 'text',
    label: 'Filter by name',
    value: search.name,
    onChange: (value) => narrow({ name: value }),
  }
  const filters = [...slotFilter(search, narrow), ...trailFilters(search, narrow)]
  const isNarrowed = [
    ...slotFilter(shown, narrow),
    ...trailFilters(shown, narrow),
    { ...name, value: shown.name },
  ].some(isSet)
  const focus = [shown.target, shown.attestation_name].some(Boolean)
    ? slotKey({ target: shown.target ?? null, attestation_name: shown.attestation_name ?? null })
    : null

  return (
    <FlowPage
      org={org}
      flow={flow}
      tab="Matrix"
      facts={
        <span>
          <span className="font-medium text-text">{pagination.total}</span>
          {countWords(pagination.total, 'trail', isNarrowed)}
        </span>
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="The matrix" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstTrail org={org} flow={flow} />
      ) : (
        <>
          {expected.length === 0 && (
            <Note>This flow has no template: nothing is expected, no trail can be incomplete.</Note>
          )}
          <SlotRankingCard org={org} flow={flow} days={days} />
          <FilterBar name={name} filters={filters} onClear={clear}>
            <WaitingButton waiting={held.waiting} onRelease={held.release} />
          </FilterBar>
          <ListFrame
            what="trail"
            order="newest first"
            rowCount={held.rows.length}
            pagination={pagination}
            filters={[{ ...name, label: 'Name' }, ...filters]}
            isBusy={shown !== search}
            onClear={clear}
            onSize={(per_page) => narrow({ per_page })}
          >
            {isPhone ? (
              <MatrixCards org={org} flow={flow} trails={held.rows} />
            ) : (
              <MatrixGrid
                org={org}
                flow={flow}
                trails={held.rows}
                columns={columnsOfTrails(expected, held.rows)}
                ranks={new Map(slots.data?.slots.map((slot) => [slotKey(slot), slot]))}
                focus={focus}
              />
            )}
          </ListFrame>
        </>
      )}
    </FlowPage>
  )
}

function MatrixPending() {
  return (
    <Page title={['Matrix']} heading={<Loading />} facts={<span>Loading</span>}>
      <div className="mb-4 h-[162px] rounded-card border border-line" />
      <div className="mb-3 h-7 max-md:h-11" />
      <SkeletonRows rows={12} />
    </Page>
  )
}
