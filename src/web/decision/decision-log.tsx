import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { VerdictDaysCard } from '#web/chart/verdict-days-card.tsx'
import { VerdictMark, verdicts } from '#web/domain-ui/verdict.tsx'
import { useWhyKey } from '#web/domain-ui/why-link.tsx'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { archivedFlowsFilter } from '#web/table/archived-flows.ts'
import { repeatedFilters } from '#web/table/repeated-filters.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { type Filter, oneOf, textFilter } from '#web/table/filter.ts'
import { timesIn } from '#web/table/time-range.ts'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { decisionColumns } from './columns.tsx'
import { decisionDaysQuery, decisionLogQuery, type DecisionSearch } from './queries.ts'

/** Decisions about one control or about all: filters, days by verdict, the newest first. */
export default function DecisionLog(props: {
  org: string
  /** The one control, in whose own page they stand. */
  control?: string
  search: DecisionSearch
  /** In place of an empty list that nothing narrows. */
  first: ReactNode
}) {
  const { org, control, search } = props
  const list = useListPage({
    search: { ...search, ...(control !== undefined && { control: [control] }) },
    queryOf: (listSearch) => decisionLogQuery(org, listSearch),
    rowsOf: ({ decisions }) => decisions,
    rowId: ({ attestation_id }) => attestation_id,
    filtersOf: (listSearch, narrow) => decisionFiltersOf(listSearch, control === undefined, narrow),
  })
  const { shown } = list
  const hasViolations = list.rows.some(({ violation }) => violation !== null)
  const columns = useMemo(
    () => decisionColumns(org, control === undefined, hasViolations),
    [org, control, hasViolations],
  )
  const choice = useColumnChoice(columns)
  useWhyKey('Open the decision')
  return (
    <ListBody
      columns={choice}
      list={list}
      title="Decisions"
      what="decision"
      order="newest first"
      first={props.first}
      summary={
        <ReservedSpace heights={decisionsHeights}>
          <DecisionDaysCard
            org={org}
            search={shown}
            question={
              control === undefined && shown.control?.length !== 1
                ? 'Are the controls passing?'
                : 'Is this control passing?'
            }
          />
        </ReservedSpace>
      }
    >
      <DataTable
        caption="Decisions, newest first"
        columns={columns}
        choice={choice}
        {...list.table}
      />
    </ListBody>
  )
}

/** Does it hold? Decisions a day by verdict; a column narrows the list to its day and verdict. */
export function DecisionDaysCard(props: { org: string; search: DecisionSearch; question: string }) {
  const query = useQuery(decisionDaysQuery(props.org, props.search))
  return <VerdictDaysCard question={props.question} what="decision" query={query} />
}

/** Heights that the decisions a day take above the list. */
export const decisionsHeights = { wide: 250, phone: 266 }

type Narrow = (change: Partial<DecisionSearch>) => void

/** The filters of a list of decisions; that of controls and of archived flows where it is of all. */
export function decisionFiltersOf(
  search: DecisionSearch,
  ofAll: boolean,
  narrow: Narrow,
): Filter[] {
  return [
    oneOf(
      'Verdict',
      (['compliant', 'non-compliant'] as const).map((verdict) => ({
        value: verdict,
        label: verdicts[verdict].label,
        mark: <VerdictMark verdict={verdict} size={12} silent />,
      })),
      search.verdict,
      (verdict) => narrow({ verdict }),
    ),
    ...(ofAll
      ? repeatedFilters('Control', search.control, (control) => narrow({ control }), {
          hint: 'identifier of a control',
        })
      : []),
    ...repeatedFilters('Flow', search.flow_name, (flow_name) => narrow({ flow_name }), {
      hint: 'name of a flow',
    }),
    textFilter('Fingerprint', search.fingerprint, (fingerprint) => narrow({ fingerprint }), {
      hint: 'all 64 characters',
      isExact: true,
    }),
    ...(ofAll ? [archivedFlowsFilter(search.archived, (archived) => narrow({ archived }))] : []),
    { kind: 'time', label: 'Recorded', value: timesIn(search), onChange: narrow },
  ]
}
