import type { ControlEnvironment } from '#contract/control/control-page.ts'
import { FilterBar } from '../table/filter-bar.tsx'
import type { ChoiceFilter } from '../table/filter.ts'
import { NoRowMatches } from '../table/no-match.tsx'
import { Frame } from '../ui/card.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { markOf, outcomeOf, outcomes } from './coverage-words.ts'
import { type Outcome, outcomeNames } from './outcomes.ts'

/** All environments, or those of one outcome. */
export function CoverageTab(props: {
  org: string
  environments: readonly ControlEnvironment[]
  result: Outcome | undefined
  refusal: string | null
  onAttach: (environment: string) => void
  onNarrow: (result: Outcome | undefined) => void
}) {
  const { org, environments, result, onNarrow } = props
  const rows = environments.filter((one) => result === undefined || outcomeOf(one) === result)
  const filter: ChoiceFilter = {
    kind: 'choice',
    label: 'Result',
    isMultiple: false,
    options: outcomeNames.map((name) => ({
      value: name,
      label: outcomes[name].label,
      mark: <VerdictMark verdict={markOf(name)} size={12} silent />,
    })),
    selected: result ? [result] : [],
    onChange: ([value]) => onNarrow(outcomeNames.find((name) => name === value)),
  }
  const clear = () => onNarrow(undefined)
  return (
    <div>
      <FilterBar filters={[filter]} onClear={clear} />
      <Frame>
        {rows.length === 0 ? (
          <NoRowMatches what="environment" filters={[filter]} onClear={clear} />
        ) : (
          <CoverageTable
            org={org}
            environments={rows}
            refusal={props.refusal}
            onAttach={props.onAttach}
          />
        )}
      </Frame>
    </div>
  )
}
