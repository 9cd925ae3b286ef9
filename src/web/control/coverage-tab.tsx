import { Link } from '@tanstack/react-router'
import type { ShownEnvironment } from '#contract/control/control-page.ts'
import { populationOf, sumOutcomes } from '#domain/verdict/outcome-counts.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { ListBody, listOfRows } from '#web/list/list-body.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { oneOf } from '#web/table/filter.ts'
import { Button } from '#web/ui/button.tsx'
import { outcomes, resultNames } from './coverage-labels.ts'
import { EnvironmentResult } from './environment-result.tsx'

/** The environments in scope, the worst result first; on their own tab to be narrowed by result. */
export function CoverageTab(props: {
  org: string
  control: string
  environments: readonly ShownEnvironment[]
  logical: readonly string[]
  result: ShownEnvironment['result'] | undefined
  refusal: string | null
  onAttach: (environment: string) => void
  onNarrow: (result: ShownEnvironment['result'] | undefined) => void
}) {
  const { result, onNarrow } = props
  const rows = props.environments.filter((one) => result === undefined || one.result === result)
  const filter = oneOf(
    'Result',
    resultNames.map((name) => ({
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
    result,
    onNarrow,
  )
  const list = listOfRows({ rows, filters: [filter], onClear: () => onNarrow(undefined) })
  return (
    <div>
      <ListBody list={list} title="Environments" what="environment">
        <CoverageTable {...props} environments={rows} />
      </ListBody>
    </div>
  )
}

/** Each environment: what asks for the control there, and what runs there comes to. */
export function CoverageTable(props: {
  org: string
  control: string
  environments: readonly ShownEnvironment[]
  logical: readonly string[]
  refusal: string | null
  onAttach: (environment: string) => void
}) {
  const columns = columnsFor(props, countedIn(props.environments))
  return (
    <>
      <DataTable
        caption="Environments in scope, the worst result first"
        columns={columns}
        rows={[...props.environments]}
        rowId={({ name }) => name}
      />
      <Sum rows={props.environments} logical={props.logical} />
    </>
  )
}

const columnsFor = (
  props: {
    org: string
    control: string
    refusal: string | null
    onAttach: (environment: string) => void
  },
  counted: ReturnType<typeof countedIn>,
) =>
  columnsOf<ShownEnvironment>((column) => [
    column({
      id: 'name',
      header: 'Environment',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <Name org={props.org} environment={original} />,
    }),
    column({
      id: 'result',
      header: 'Result',
      cell: ({ row: { original } }) => <EnvironmentResult environment={original} />,
    }),
    column({
      id: 'policies',
      header: 'By policy',
      meta: { shrinksTo: 160, hideOrder: 1, card: 'last' },
      cell: ({ row: { original } }) =>
        original.covered ? (
          <Policies org={props.org} names={original.policies} />
        ) : (
          <Button
            size="small"
            refusal={props.refusal}
            aria-label={`Attach policy to ${original.name}`}
            onClick={() => props.onAttach(original.name)}
          >
            Attach policy
          </Button>
        ),
    }),
    ...counted.map(({ id, header }) =>
      column({
        id,
        header,
        meta: { isNumber: true, card: 'none' as const },
        cell: ({ row: { original } }) => (
          <Count
            org={props.org}
            control={props.control}
            environment={original}
            count={original.running[id]}
            id={id}
          />
        ),
      }),
    ),
  ])

/** Counts of each environment; rare ones only where some environment has them. */
const countedParts = [
  { id: 'passed', header: 'Passed' },
  { id: 'expired', header: 'Of them expired' },
  { id: 'by_exception', header: 'Of them by exception' },
  { id: 'failed', header: 'Failed' },
  { id: 'stale', header: 'Stale' },
  { id: 'unknown', header: 'Unknown' },
  { id: 'not_asked', header: 'Not asked' },
] as const

const seldom: readonly string[] = ['expired', 'by_exception', 'unknown']

const countedIn = (environments: readonly ShownEnvironment[]) =>
  countedParts.filter(
    ({ id }) => !seldom.includes(id) || environments.some(({ running }) => running[id] > 0),
  )

/** A count that leads to what it counts, as far as that list can tell it apart. */
function Count(props: {
  org: string
  control: string
  environment: ShownEnvironment
  count: number
  id: (typeof countedParts)[number]['id']
}) {
  const { count, id } = props
  if (count === 0) return <span className="text-muted">0</span>
  return (
    <Link
      to="/$org/environments/$env/running"
      params={{ org: props.org, env: props.environment.name }}
      search={id === 'failed' ? { failing_control: props.control } : {}}
      className="text-text hover:underline max-md:py-3"
    >
      {count}
    </Link>
  )
}

function Name(props: { org: string; environment: ShownEnvironment }) {
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
function Sum(props: { rows: readonly ShownEnvironment[]; logical: readonly string[] }) {
  const sum = sumOutcomes(props.rows.map(({ running }) => running))
  return (
    <p className="flex flex-wrap justify-between gap-x-6 border-t border-line px-4 py-2 text-meta text-muted">
      <span>
        {countedIn(props.rows)
          .map(({ id, header }) => `${sum[id]} ${header.toLowerCase()}`)
          .join(', ')}
        : <span className="font-medium text-text">{populationOf(sum)}</span>
      </span>
      {props.logical.length > 0 && (
        <span className="wrap-anywhere">{props.logical.join(', ')}: counted in their members</span>
      )}
    </p>
  )
}
