import { Link } from '@tanstack/react-router'
import type { ControlSummary } from '#contract/control/control-page.ts'
import { VerdictMark, verdictOf, verdicts } from '#web/domain-ui/verdict.tsx'
import { recordColumn } from '#web/domain-ui/record-column.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { Tags } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { isQualified, outcomes, outcomeLabel } from './coverage-labels.ts'

/** Columns of the list of controls. */
export const controlColumns = (org: string) =>
  columnsOf<ControlSummary>((column) => [
    recordColumn<ControlSummary>(
      { id: 'identifier', header: 'Control', sorts: true },
      ({ identifier, name, archived }) => ({
        name: identifier,
        title: name,
        page: { to: '/$org/controls/$control/{-$tab}', params: { org, control: identifier } },
        archived,
      }),
    ),
    column({
      id: 'name',
      accessorFn: ({ name }) => name,
      header: 'Name',
      meta: { grows: true, card: 'none' },
      cell: ({ row: { original } }) => <span title={original.name}>{original.name}</span>,
    }),
    column({
      id: 'owner',
      header: 'Owner',
      meta: { hideOrder: 2, shrinksTo: 120, card: 'below' },
      cell: ({ row: { original } }) =>
        original.owner ? <span title={original.owner}>{original.owner}</span> : emptyCell,
    }),
    column({
      id: 'tags',
      header: 'Tags',
      meta: { hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) =>
        Object.keys(original.tags).length > 0 ? <Tags tags={original.tags} room={29} /> : emptyCell,
    }),
    column({
      id: 'coverage',
      accessorFn: ({ coverage }) => coverage,
      header: 'Covered',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => <Covered org={org} control={original} />,
    }),
    column({
      id: 'outcome',
      header: 'Result for what runs in scope',
      cell: ({ row: { original } }) => <Outcome control={original} />,
    }),
    column({
      id: 'version',
      header: 'Version',
      meta: { isNumber: true, hideOrder: 3, card: 'none' },
      cell: ({ row: { original } }) => original.version,
    }),
    column({
      id: 'last_decision',
      header: 'Last decision',
      meta: { isNumber: true, hideOrder: 4, card: 'last' },
      cell: ({ row: { original } }) => <LastDecision org={org} control={original} />,
    }),
  ])

/** In how many environments of its scope a control is asked. */
function Covered(props: { org: string; control: ControlSummary }) {
  const { identifier, coverage } = props.control
  return (
    <Link
      to="/$org/controls/$control/{-$tab}"
      params={{ org: props.org, control: identifier, tab: 'coverage' }}
      className={`${coverage.covered === 0 ? 'text-muted' : 'text-text'} hover:underline`}
    >
      {coverage.covered} of {coverage.total}
      <span className="md:sr-only"> covered</span>
    </Link>
  )
}

/** Coverage alone flatters, and so does a result: both name what they speak of. */
function Outcome({ control: { coverage } }: { control: ControlSummary }) {
  const { verdict, isStale } = outcomes[coverage.outcome]
  return (
    <span className="inline-flex items-center gap-1.5 align-top">
      <VerdictMark
        verdict={verdict}
        size={12}
        silent
        isStale={isStale}
        isQualified={isQualified(coverage)}
      />
      <span className="md:whitespace-nowrap">
        <span className={coverage.outcome === 'failing' ? 'font-medium text-non-compliant' : ''}>
          {outcomeLabel(coverage)}
        </span>
        <span className="text-muted">, {coverage.population}</span>
      </span>
    </span>
  )
}

function LastDecision(props: { org: string; control: ControlSummary }) {
  const last = props.control.last_decision
  if (!last) return emptyCell
  const verdict = verdictOf(last.is_compliant)
  return (
    <Link
      to="/$org/decisions/$decision"
      params={{ org: props.org, decision: last.attestation_id }}
      className="inline-flex items-center gap-1.5 align-top text-text hover:underline"
    >
      <VerdictMark verdict={verdict} size={12} silent />
      <span className="text-muted md:hidden">Last decision</span>
      <TimeAgo at={last.created_at} />
      <span className="sr-only">, {verdicts[verdict].label}</span>
    </Link>
  )
}
