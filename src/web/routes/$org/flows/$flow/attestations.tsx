import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { attestationListQuery as listQuery } from '#contract/attestation-list.ts'
import type { Attestation } from '#contract/attestation.ts'
import { slotNamesOf } from '#domain/template-slots.ts'
import { PageActions } from '../../../../action/page-actions.tsx'
import { leftToPage } from '../../../../api/left-to-page.ts'
import { useListQuery } from '../../../../api/list-query.ts'
import { readSearch } from '../../../../api/search-params.ts'
import {
  attestationTypeFilter,
  attestationVerdictFilter,
} from '../../../../attestation/filters.tsx'
import { KindLabel } from '../../../../attestation/kind-label.tsx'
import { askedOf, attestationListQuery } from '../../../../attestation/list-query.ts'
import { TargetCell } from '../../../../attestation/target-cell.tsx'
import { customTypesQuery } from '../../../../custom-type/queries.ts'
import { FlowPage } from '../../../../flow/flow-page.tsx'
import { FlowPending, PendingList } from '../../../../flow/flow-pending.tsx'
import { flowQuery } from '../../../../flow/queries.ts'
import { columnsOf, DataTable } from '../../../../table/data-table.tsx'
import { FilterBar } from '../../../../table/filter-bar.tsx'
import { type Filter, isSet } from '../../../../table/filter.ts'
import { useHeldRows } from '../../../../table/held-rows.ts'
import { ListFrame } from '../../../../table/list-frame.tsx'
import { countWords } from '../../../../table/paging.tsx'
import { ranges } from '../../../../table/ranges.ts'
import { timesIn } from '../../../../table/time-range.ts'
import { WaitingButton } from '../../../../table/waiting-button.tsx'
import { newestTemplateQuery } from '../../../../template/queries.ts'
import { IgnoredNote, StaleNote } from '../../../../ui/note.tsx'
import { TimeAgo } from '../../../../ui/time.tsx'
import { verdictOf } from '../../../../ui/verdict-mark.tsx'
import { VerdictWord } from '../../../../ui/verdict-word.tsx'
import { FirstAttestation } from './-first-attestation.tsx'

const { attestation_id: _, flow_name: __, is_compliant: ___, ...asked } = listQuery.shape
const search = z.object({
  ...asked,
  verdict: z.optional(z.enum(['compliant', 'non-compliant'])),
  range: z.optional(z.enum(ranges)),
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/flows/$flow/attestations')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page, whose old rows stay until the new come.
  loader: ({ context: { queryClient }, params: { org, flow }, location }) => {
    void queryClient.prefetchQuery(newestTemplateQuery(org, flow))
    const wanted = { ...searchOf(location.search), flow_name: flow }
    return Promise.all([
      queryClient.ensureQueryData(flowQuery(org, flow)),
      queryClient.ensureQueryData(attestationListQuery(org, wanted)).catch(leftToPage),
    ])
  },
  pendingComponent: AttestationsPending,
  component: AttestationsPage,
  staticData: { crumb: 'Attestations' },
})

const columns = columnsOf<Attestation>((column) => [
  column({
    id: 'verdict',
    header: 'Verdict',
    meta: { width: 144 },
    cell: ({ row }) => <VerdictWord verdict={verdictOf(row.original.is_compliant)} />,
  }),
  column({
    id: 'name',
    header: 'Attestation',
    meta: { card: 'top' },
    cell: ({ row }) => <AttestationName attestation={row.original} />,
  }),
  column({
    id: 'type',
    header: 'Type',
    meta: { width: 140 },
    cell: ({ row }) => <KindLabel type={row.original.attestation_type} />,
  }),
  column({
    id: 'trail',
    header: 'Trail',
    meta: { card: 'below' },
    cell: ({ row }) => <TrailName attestation={row.original} />,
  }),
  column({
    id: 'target',
    header: 'Target',
    meta: { width: 176, leavesBelow: 'narrow', card: 'last' },
    cell: ({ row }) => <Target attestation={row.original} />,
  }),
  column({
    id: 'reported_by',
    header: 'Reported by',
    meta: { width: 148, leavesBelow: 'medium', card: 'none' },
    cell: ({ row }) => <span className="text-muted">{row.original.reported_by}</span>,
  }),
  column({
    id: 'created',
    header: 'Created',
    meta: { width: 92, isNumber: true, card: 'end' },
    cell: ({ row }) => <TimeAgo at={row.original.created_at} />,
  }),
])

function AttestationsPage() {
  const { org, flow } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { shown, query, isBusy, ...list } = useListQuery(search, (asked) =>
    attestationListQuery(org, { ...asked, flow_name: flow }),
  )
  const template = useQuery(newestTemplateQuery(org, flow)).data?.data[0]
  const { data, pagination } = list.data
  const scope = JSON.stringify([org, flow, shown])
  const held = useHeldRows(data, (attestation) => attestation.attestation_id, scope)

  const narrow = (change: Partial<typeof search>) =>
    void navigate({ search: ({ ignored: _, page: __, ...rest }) => ({ ...rest, ...change }) })
  const clear = () => void navigate({ search: ({ per_page }) => ({ per_page }) })
  const names = template ? slotNamesOf(template.document) : []
  const types = useQuery(customTypesQuery(org)).data?.map((type) => type.name) ?? []
  const filters = filtersOf(search, { names, types }, narrow)
  const isNarrowed = filtersOf(shown, { names, types }, narrow).some(isSet)

  return (
    <FlowPage
      org={org}
      flow={flow}
      tab="Attestations"
      facts={
        <span>
          <span className="font-medium text-text">{pagination.total}</span>
          {countWords(pagination.total, 'attestation', isNarrowed)}
        </span>
      }
      actions={
        <PageActions
          call={{
            name: 'listAttestations',
            params: { org },
            query: () => askedOf({ ...shown, flow_name: flow }),
          }}
          flow={flow}
          exports="exportAttestations"
        />
      }
    >
      <IgnoredNote ignored={search.ignored} onClear={() => narrow({})} />
      <StaleNote what="Attestations" query={query} />
      {pagination.total === 0 && !isNarrowed ? (
        <FirstAttestation org={org} flow={flow} template={template?.document} />
      ) : (
        <>
          <FilterBar filters={filters} onClear={clear}>
            <WaitingButton waiting={held.waiting} onRelease={held.release} />
          </FilterBar>
          <ListFrame
            what="attestation"
            order="newest first"
            rowCount={held.rows.length}
            pagination={pagination}
            filters={filters}
            isBusy={isBusy}
            defaultSize={20}
            onClear={clear}
            onSize={(per_page) => narrow({ per_page })}
          >
            <DataTable
              caption={`Attestations of ${flow}`}
              columns={columns}
              rows={held.rows}
              rowId={(attestation) => attestation.attestation_id}
            />
          </ListFrame>
        </>
      )}
    </FlowPage>
  )
}

type Search = ReturnType<typeof Route.useSearch>

function filtersOf(
  search: Search,
  known: { names: readonly string[]; types: readonly string[] },
  narrow: (change: Partial<Search>) => void,
): Filter[] {
  return [
    attestationVerdictFilter(search.verdict, (verdict) => narrow({ verdict })),
    {
      kind: 'text',
      label: 'Name',
      isExact: true,
      value: search.attestation_name,
      suggestions: known.names,
      onChange: (attestation_name) => narrow({ attestation_name }),
    },
    attestationTypeFilter(known.types, search.attestation_type, (attestation_type) =>
      narrow({ attestation_type }),
    ),
    { kind: 'time', label: 'Created', value: timesIn(search), onChange: narrow },
  ]
}

/** Opens the attestation beside the trail it belongs to. */
function AttestationName(props: { attestation: Attestation }) {
  const { org } = Route.useParams()
  const { attestation_name, attestation_id, flow_name, trail_name } = props.attestation
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow: flow_name, trail: trail_name }}
      search={{ attestation_id }}
      data-row-link
      className="font-medium text-text hover:underline"
    >
      {attestation_name || <span className="text-muted">unnamed</span>}
    </Link>
  )
}

function Target(props: { attestation: Attestation }) {
  const { org } = Route.useParams()
  return <TargetCell org={org} attestation={props.attestation} />
}

function TrailName(props: { attestation: Attestation }) {
  const { org } = Route.useParams()
  const { flow_name, trail_name } = props.attestation
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow: flow_name, trail: trail_name }}
      // On phones the whole card goes to this trail already.
      className="text-text hover:underline max-md:pointer-events-none"
    >
      {trail_name}
    </Link>
  )
}

function AttestationsPending() {
  return (
    <FlowPending tab="Attestations">
      <PendingList />
    </FlowPending>
  )
}
