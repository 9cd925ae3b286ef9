import { VerdictMark, verdicts } from '#web/domain-ui/verdict.tsx'
import { archivedFlowsFilter } from '#web/table/archived-flows.ts'
import type { Filter, TextFilter } from '#web/table/filter.ts'
import { timesIn } from '#web/table/time-range.ts'
import type { DecisionSearch } from './queries.ts'

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
