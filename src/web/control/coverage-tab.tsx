import { Link } from '@tanstack/react-router'
import type { ControlEnvironment } from '#contract/control/control-page.ts'
import type { AskedCounts } from '#contract/verdict/asked-counts.ts'
import { populationOf, sumAsked } from '#domain/verdict/asked-counts.ts'
import { AskedResults } from '#web/domain-ui/asked-results.tsx'
import { VerdictMark, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import type { ChoiceFilter } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { outcomes, resultNames } from './coverage-labels.ts'

/** The environments in scope, the worst result first; on their own tab to be narrowed by result. */
export function CoverageTab(props: {
  org: string
  environments: readonly ControlEnvironment[]
  logical: readonly string[]
  result: ControlEnvironment['result'] | undefined
  refusal: string | null
  onAttach: (environment: string) => void
  onNarrow: (result: ControlEnvironment['result'] | undefined) => void
}) {
  const { result, onNarrow } = props
  const rows = props.environments.filter((one) => result === undefined || one.result === result)
  const filter: ChoiceFilter = {
    kind: 'choice',
    label: 'Result',
    isMultiple: false,
    options: resultNames.map((name) => ({
      value: name,
      label: outcomes[name].label,
      mark: (
        <VerdictMark
          verdict={outcomes[name].verdict}
          size={12}
          silent
          isStale={outcomes[name].isStale}
        />
      ),
    })),
    selected: result ? [result] : [],
    onChange: ([value]) => onNarrow(resultNames.find((name) => name === value)),
  }
  const clear = () => onNarrow(undefined)
  return (
    <div>
      <FilterBar filters={[filter]} onClear={clear} />
      <Frame>
        {rows.length === 0 ? (
          <NoRowMatches what="environment" filters={[filter]} onClear={clear} />
        ) : (
          <CoverageTable {...props} environments={rows} />
        )}
      </Frame>
    </div>
  )
}

/** Each environment: what asks for the control there, and what runs there comes to. */
export function CoverageTable(props: {
  org: string
  environments: readonly ControlEnvironment[]
  logical: readonly string[]
  refusal: string | null
  onAttach: (environment: string) => void
}) {
  return (
    <>
      <DataTable
        caption="Environments in scope, the worst result first"
        columns={columnsFor(props)}
        rows={[...props.environments]}
        rowId={({ name }) => name}
      />
      <Sum rows={props.environments} logical={props.logical} />
    </>
  )
}

const columnsFor = (props: {
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
      cell: ({ row: { original } }) => <Result environment={original} />,
    }),
    column({
      id: 'policies',
      header: 'By policy',
      meta: { shrinksTo: 160, leaves: 1, card: 'last' },
      cell: ({ row: { original } }) =>
        original.covered ? (
          <Policies org={props.org} names={original.policies} />
        ) : (
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
    ...counted.map(({ id, header, of }) =>
      column({
        id,
        header,
        meta: { isNumber: true, card: 'none' as const },
        cell: ({ row: { original } }) => (
          <Count org={props.org} environment={original} count={of(original.running)} id={id} />
        ),
      }),
    ),
  ])

const counted = [
  { id: 'passed', header: 'Passed', of: ({ passed }: AskedCounts) => passed },
  { id: 'failed', header: 'Failed', of: ({ failed }: AskedCounts) => failed },
  {
    id: 'stale',
    header: 'Stale or unknown',
    of: ({ stale, unknown }: AskedCounts) => stale + unknown,
  },
  { id: 'not_asked', header: 'Not asked', of: ({ not_asked }: AskedCounts) => not_asked },
] as const

/** A count that leads to what it counts, as far as that list can tell it apart. */
function Count(props: {
  org: string
  environment: ControlEnvironment
  count: number
  id: (typeof counted)[number]['id']
}) {
  const { count, id } = props
  if (count === 0) return <span className="text-muted">0</span>
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org: props.org, env: props.environment.name }}
      search={id === 'failed' ? { verdict: ['NON-COMPLIANT'] } : {}}
      className="text-text hover:underline max-md:py-3"
    >
      {count}
    </Link>
  )
}

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
      <span data-spare className="truncate text-muted">
        {type}
      </span>
    </span>
  )
}

/** The result with what it speaks of: nothing is said of what is not there. */
function Result({ environment: { result, running } }: { environment: ControlEnvironment }) {
  if (populationOf(running) > 0 && result !== 'not_asked') {
    return <AskedResults counts={running} />
  }
  return (
    <span className="inline-flex gap-2">
      <VerdictLabel verdict={outcomes[result].verdict} word={outcomes[result].label} />
      {populationOf(running) === 0 && <span className="text-muted">nothing runs</span>}
    </span>
  )
}

function Policies(props: { org: string; names: string[] }) {
  const { org, names } = props
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

/** The population of the table, part by part, and what it leaves out. */
function Sum(props: { rows: readonly ControlEnvironment[]; logical: readonly string[] }) {
  const sum = sumAsked(props.rows.map(({ running }) => running))
  return (
    <p className="flex flex-wrap justify-between gap-x-6 border-t border-line px-4 py-2 text-meta text-muted">
      <span>
        {counted.map(({ header, of }) => `${of(sum)} ${header.toLowerCase()}`).join(', ')}:{' '}
        <span className="font-medium text-text">{populationOf(sum)}</span>
      </span>
      {props.logical.length > 0 && (
        <span className="wrap-anywhere">{props.logical.join(', ')}: counted in their members</span>
      )}
    </p>
  )
}
