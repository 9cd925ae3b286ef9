import { Link } from '@tanstack/react-router'
import type { ControlEnvironment } from '#contract/control/control-page.ts'
import { VerdictMark, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import type { ChoiceFilter } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { type Outcome, markOf, outcomeOf, outcomes, outcomeNames } from './coverage-labels.ts'

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

/** Each environment: what asks for the control there, and whether it holds; gaps can be closed. */
export function CoverageTable(props: {
  org: string
  environments: ControlEnvironment[]
  refusal: string | null
  onAttach: (environment: string) => void
}) {
  return (
    <DataTable
      caption="Environments, by name"
      columns={coverageColumns(props)}
      rows={props.environments}
      rowId={({ name }) => name}
    />
  )
}

const coverageColumns = (props: {
  org: string
  refusal: string | null
  onAttach: (environment: string) => void
}) =>
  columnsOf<ControlEnvironment>((column) => [
    column({
      id: 'name',
      header: 'Environment',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <Name org={props.org} environment={original} />,
    }),
    column({
      id: 'result',
      header: 'Result',
      cell: ({ row: { original } }) => (
        <VerdictLabel
          verdict={markOf(outcomeOf(original))}
          word={outcomes[outcomeOf(original)].label}
        />
      ),
    }),
    column({
      id: 'running',
      header: 'Running artifacts',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => <Failing org={props.org} environment={original} />,
    }),
    column({
      id: 'policies',
      header: 'Asked by',
      meta: { card: 'last' },
      cell: ({ row: { original } }) => <Policies org={props.org} names={original.policies} />,
    }),
    column({
      id: 'attach',
      header: 'Action',
      meta: { card: 'last' },
      cell: ({ row: { original } }) =>
        !original.covered &&
        original.type !== 'logical' && (
          <Button
            size="small"
            disabled={props.refusal !== null}
            title={props.refusal ?? undefined}
            aria-label={`Attach policy to ${original.name}`}
            onClick={() => props.onAttach(original.name)}
          >
            Attach policy
          </Button>
        ),
    }),
  ])

function Name(props: { org: string; environment: ControlEnvironment }) {
  const { name, type } = props.environment
  return (
    <span className="flex min-w-0 gap-2">
      <Link
        to="/$org/environments/$env"
        params={{ org: props.org, env: name }}
        data-row-link
        className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
      >
        {name}
      </Link>
      <span className="truncate text-muted">{type}</span>
    </span>
  )
}

function Failing(props: { org: string; environment: ControlEnvironment }) {
  const { name, covered, failing_count, running_count } = props.environment
  if (!covered) return <span className="text-muted">not asked</span>
  if (running_count === 0) return <span className="text-muted">nothing runs</span>
  if (failing_count === 0) return <span className="text-muted">none of {running_count} fails</span>
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org: props.org, env: name }}
      search={{ verdict: ['NON-COMPLIANT'] }}
      className="font-medium text-non-compliant hover:underline max-md:py-3"
    >
      {failing_count} of {running_count} fail
    </Link>
  )
}

function Policies(props: { org: string; names: string[] }) {
  const { org, names } = props
  if (names.length === 0) return <span className="zero text-muted">no policy</span>
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2" title={names.join(', ')}>
      {names.slice(0, 3).map((policy) => (
        <Link
          key={policy}
          to="/$org/policies/$policy"
          params={{ org, policy }}
          className="truncate text-text hover:underline max-md:py-3"
        >
          {policy}
        </Link>
      ))}
      {names.length > 3 && <span className="text-muted">and {names.length - 3} more</span>}
    </span>
  )
}
