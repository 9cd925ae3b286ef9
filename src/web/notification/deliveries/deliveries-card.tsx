import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { type Filter, anyTime, isSet } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { type TimeSpan, timesIn, timesOf } from '#web/table/time-range.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { stateLabels, statesIn } from './delivery-labels.tsx'
import { deliveriesQuery } from './queries.ts'

const DeliveryDrawer = lazyPart(() => import('./delivery-drawer.tsx'))

/** What of the log is shown, in the URL. */
export interface LogSearch extends Partial<TimeSpan> {
  state?: string[] | undefined
  before?: string | undefined
  delivery?: string | undefined
}

/** All that a rule told its targets, newest first; a message opens beside the page. */
export function DeliveriesCard(props: {
  org: string
  number: string
  refusal: string | null
  search: LogSearch
  onChange: (change: LogSearch) => void
}) {
  const { org, number, refusal, onChange } = props
  const { before, delivery } = props.search
  const state = statesIn(props.search.state)
  const [opened] = useState(() => Date.now() / 1_000)
  const { from_timestamp: from, to_timestamp: to } = timesOf(props.search, opened)
  const asked = {
    ...(state.length > 0 && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(before && { before }),
  }
  const query = useQuery({
    ...deliveriesQuery(org, number, asked),
    placeholderData: (earlier) => earlier,
  })
  const rows = query.data?.deliveries ?? []
  const older = query.data?.older ?? null
  const steps = useDrawerSteps(
    delivery,
    rows.map((one) => one.delivery_id),
    (id) => onChange({ delivery: id }),
  )
  const filters: Filter[] = [
    {
      kind: 'choice',
      label: 'State',
      isMultiple: true,
      options: Object.entries(stateLabels).map(([value, { label }]) => ({ value, label })),
      selected: state,
      onChange: (chosen) =>
        onChange({ state: chosen.length > 0 ? chosen : undefined, before: undefined }),
    },
    {
      kind: 'time',
      label: 'Created',
      value: timesIn(props.search),
      onChange: (span) => onChange({ ...span, before: undefined }),
    },
  ]
  const columns = useMemo(() => deliveryColumns((id) => onChange({ delivery: id })), [onChange])
  const choice = useColumnChoice(columns)
  const isNarrowed = filters.some(isSet)
  const clear = () => onChange({ state: undefined, ...anyTime, before: undefined })
  return (
    <Card title="Deliveries" remark="newest first">
      <div className="px-4">
        <FilterBar filters={filters} columns={choice} onClear={clear} />
      </div>
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isError && !query.data && (
        <p className="px-4 pb-3 text-table">The log could not be loaded; it is asked for again.</p>
      )}
      {query.data && rows.length === 0 && isNarrowed && (
        <NoRowMatches what="delivery" filters={filters} onClear={clear} />
      )}
      {query.data && rows.length === 0 && !isNarrowed && (
        <p className="px-4 pb-4 text-table text-muted">
          {before ? 'There is nothing older.' : 'Nothing was told yet. A test is logged here, too.'}
        </p>
      )}
      {rows.length > 0 && (
        <DataTable
          caption="Deliveries, newest first"
          columns={columns}
          visibility={choice.visibility}
          rows={rows}
          rowId={(one) => one.delivery_id}
        />
      )}
      {(older !== null || before !== undefined) && (
        <nav
          aria-label="Pages of the deliveries"
          className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-2"
        >
          {before !== undefined && (
            <Link
              to="."
              search={placed(undefined)}
              resetScroll={false}
              className={buttonClass({ size: 'small' })}
            >
              Newest
            </Link>
          )}
          {older !== null && (
            <Link
              to="."
              search={placed(older)}
              resetScroll={false}
              className={buttonClass({ size: 'small' })}
            >
              Older
            </Link>
          )}
        </nav>
      )}
      <Suspense>
        {delivery && (
          <DeliveryDrawer org={org} number={number} id={delivery} refusal={refusal} steps={steps} />
        )}
      </Suspense>
    </Card>
  )
}

const placed = (before: string | undefined) => (search: object) => ({
  ...search,
  before,
  delivery: undefined,
})
