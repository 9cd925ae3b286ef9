import { Suspense, useMemo } from 'react'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { type Filter, anyOf } from '#web/table/filter.ts'
import { timesIn } from '#web/table/time-range.ts'
import { Card } from '#web/ui/card.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { stateLabels, statesIn } from './delivery-labels.tsx'
import { type LogSearch, deliveriesQuery } from './queries.ts'

const DeliveryDrawer = suspendingPart(() => import('./delivery-drawer.tsx'))

/** All that a rule told its targets, newest first; a message opens beside the page. */
export default function DeliveriesSection(props: {
  org: string
  number: string
  refusal: string | null
  search: LogSearch
  /** Opens a message. */
  onOpen: (delivery: string | undefined) => void
}) {
  const { org, number, refusal, search, onOpen } = props
  const { delivery } = search
  const list = useListPage({
    search,
    queryOf: (listSearch) => deliveriesQuery(org, number, listSearch),
    rowsOf: ({ deliveries }) => deliveries,
    rowId: (one) => one.delivery_id,
    filtersOf,
    // Tests add rows: who made them waits for them.
    isLive: true,
    resetScroll: false,
  })
  const ids = list.rows.map((one) => one.delivery_id)
  const steps = useDrawerSteps(delivery, ids, onOpen)
  const columns = useMemo(() => deliveryColumns(onOpen), [onOpen])
  const choice = useColumnChoice(columns)
  return (
    <section aria-labelledby="deliveries" className="min-w-0">
      <h2 id="deliveries" className="mb-2 text-body font-semibold tracking-[-0.004em]">
        Deliveries
      </h2>
      <ListBody
        columns={choice}
        list={list}
        title="Deliveries"
        what="delivery"
        order="newest first"
        none={<Card title="Nothing was told yet" remark="A test is logged here, too." />}
      >
        <DataTable
          caption="Deliveries, newest first"
          columns={columns}
          choice={choice}
          rows={list.rows}
          rowId={(one) => one.delivery_id}
        />
      </ListBody>
      <Suspense>
        {delivery && (
          <DeliveryDrawer org={org} number={number} id={delivery} refusal={refusal} steps={steps} />
        )}
      </Suspense>
    </section>
  )
}

const filtersOf = (search: LogSearch, narrow: (change: Partial<LogSearch>) => void): Filter[] => [
  anyOf(
    'State',
    Object.entries(stateLabels).map(([value, { label }]) => ({ value, label })),
    statesIn(search.state),
    (state) => narrow({ state }),
  ),
  { kind: 'time', label: 'Created', value: timesIn(search), onChange: narrow },
]
