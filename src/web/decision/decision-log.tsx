import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useListQuery } from '#web/api/list-query.ts'
import { VerdictDaysCard } from '#web/chart/verdict-days-card.tsx'
import { VerdictMark, verdicts } from '#web/domain-ui/verdict.tsx'
import { archivedFlowsFilter } from '#web/table/archived-flows.ts'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { clearing, type Filter, isSet, type TextFilter } from '#web/table/filter.ts'
import { ShowNewRowsButton, useFrozenRows } from '#web/table/frozen-rows.tsx'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { timesIn } from '#web/table/time-range.ts'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { decisionColumns } from './columns.tsx'
import { decisionDaysQuery, decisionLogQuery, type DecisionSearch } from './queries.ts'

/** Decisions about one control or about all: filters, days by verdict, the newest first. */
export default function DecisionLog(props: {
  org: string
  /** The one control, in whose own page they stand. */
  control?: string
  search: DecisionSearch
  onChange: (change: Partial<DecisionSearch>) => void
  /** In place of an empty list that nothing narrows. */
  empty: ReactNode
}) {
  const { org, control, search, onChange } = props
  const wanted = { ...search, ...(control !== undefined && { control: [control] }) }
  const { shown, query, isBusy, data } = useListQuery(wanted, (asked) =>
    decisionLogQuery(org, asked),
  )
  const older = useOlder(org, shown, data.older)
  const decisions = [...data.decisions, ...older.decisions]
  const scope = JSON.stringify([org, shown, older.count])
  const held = useFrozenRows(decisions, ({ attestation_id }) => attestation_id, scope)
  const columns = useMemo(() => decisionColumns(org, control === undefined), [org, control])
  const choice = useColumnChoice(columns)
  const filters = decisionFiltersOf(search, control === undefined, onChange)
  const isNarrowed = filters.some(isSet)
  const clear = () => onChange(clearing(search))
  if (held.rows.length === 0 && !isNarrowed) return props.empty
  return (
    <>
      <IgnoredNote ignored={search.ignored} onClear={() => onChange({ ignored: undefined })} />
      <StaleNote what="Decisions" query={query} />
      <FilterBar columns={choice} filters={filters} onClear={clear}>
        <ShowNewRowsButton waiting={held.waiting} onRelease={held.release} />
      </FilterBar>
      <div className="mb-4">
        <DecisionDaysCard
          org={org}
          search={shown}
          question={
            control === undefined && shown.control?.length !== 1
              ? 'Are the controls holding?'
              : 'Is this control holding?'
          }
        />
      </div>
      <Frame isBusy={isBusy || older.isLoading}>
        {held.rows.length === 0 ? (
          <NoRowMatches what="decision" filters={filters} onClear={clear} />
        ) : (
          <>
            <DataTable
              caption="Decisions, newest first"
              columns={columns}
              visibility={choice.visibility}
              rows={held.rows}
              rowId={({ attestation_id }) => attestation_id}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-meta text-muted">
              <span className="flex-1">
                <span className="font-medium text-text">{held.rows.length}</span>{' '}
                {older.load ? 'shown' : 'in all'}, newest first
              </span>
              {older.load && (
                <Button disabled={older.isLoading} onClick={older.load}>
                  Load older
                </Button>
              )}
            </div>
          </>
        )}
      </Frame>
    </>
  )
}

/** What was loaded below the newest stretch; other filters start over. */
function useOlder(org: string, shown: DecisionSearch, first: string | null) {
  const scope = JSON.stringify([org, shown])
  const [kept, setLoaded] = useState({ scope, places: [] as readonly string[] })
  const places = kept.scope === scope ? kept.places : []
  const stretches = useQueries({
    queries: places.map((before) => decisionLogQuery(org, shown, before)),
  })
  const last = stretches.length > 0 ? stretches.at(-1)?.data?.older : first
  return {
    decisions: stretches.flatMap(({ data }) => data?.decisions ?? []),
    count: stretches.filter(({ data }) => data).length,
    isLoading: stretches.some(({ isPending }) => isPending),
    load: last ? () => setLoaded({ scope, places: [...places, last] }) : null,
  }
}

/** Does it hold? Decisions a day by verdict; a column narrows the list to its day and verdict. */
export function DecisionDaysCard(props: { org: string; search: DecisionSearch; question: string }) {
  const query = useQuery(decisionDaysQuery(props.org, props.search))
  return <VerdictDaysCard question={props.question} what="decision" query={query} />
}

type Narrow = (change: Partial<DecisionSearch>) => void

/** A chip for each of several values, any of which may match, and one to add another. */
const repeated = (
  label: string,
  hint: string,
  values: readonly string[],
  onChange: (values: string[] | undefined) => void,
): TextFilter[] =>
  [...values, undefined].map((value) => {
    const others = values.filter((one) => one !== value)
    return {
      kind: 'text',
      label,
      hint,
      value,
      isExact: true,
      onChange: (next) => {
        const all = next === undefined ? others : [...others, next]
        onChange(all.length > 0 ? all : undefined)
      },
    }
  })

/** The filters of a list of decisions; that of controls where it has several. */
export function decisionFiltersOf(
  search: DecisionSearch,
  ofAll: boolean,
  narrow: Narrow,
): Filter[] {
  return [
    {
      kind: 'choice',
      label: 'Verdict',
      isMultiple: false,
      options: (['compliant', 'non-compliant'] as const).map((verdict) => ({
        value: verdict,
        label: verdicts[verdict].label,
        mark: <VerdictMark verdict={verdict} size={12} silent />,
      })),
      selected: search.verdict ? [search.verdict] : [],
      onChange: ([verdict]) => narrow({ verdict: verdict as DecisionSearch['verdict'] }),
    },
    ...(ofAll
      ? repeated('Control', 'identifier of a control', search.control ?? [], (control) =>
          narrow({ control }),
        )
      : []),
    ...repeated('Flow', 'name of a flow', search.flow_name ?? [], (flow_name) =>
      narrow({ flow_name }),
    ),
    {
      kind: 'text',
      label: 'Fingerprint',
      hint: 'all 64 characters',
      isExact: true,
      value: search.fingerprint,
      onChange: (fingerprint) => narrow({ fingerprint }),
    },
    archivedFlowsFilter(search.archived, (archived) => narrow({ archived })),
    { kind: 'time', label: 'Recorded', value: timesIn(search), onChange: narrow },
  ]
}
