import { Link } from '@tanstack/react-router'
import type { ControlSummary } from '#contract/control/control-page.ts'
import { VerdictMark, verdictOf, verdicts } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { Tag, Tags } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { coveredOf, markOf, outcomes } from './coverage-labels.ts'

/** Columns of the list of controls. */
export const controlColumns = (org: string) =>
  columnsOf<ControlSummary>((column) => [
    column({
      id: 'identifier',
      accessorFn: ({ identifier }) => identifier,
      header: 'Control',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <Identifier org={org} control={original} />,
    }),
    column({
      id: 'name',
      accessorFn: ({ name }) => name,
      header: 'Name',
      meta: { grows: true, card: 'below' },
      cell: ({ row: { original } }) => <span title={original.name}>{original.name}</span>,
    }),
    column({
      id: 'tags',
      header: 'Tags',
      meta: { leaves: 1, card: 'none' },
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
      id: 'passing',
      header: 'Holds there',
      cell: ({ row: { original } }) => <Results control={original} />,
    }),
    column({
      id: 'version',
      header: 'Version',
      meta: { isNumber: true, leaves: 2, card: 'none' },
      cell: ({ row: { original } }) => original.version,
    }),
    column({
      id: 'last_decision',
      header: 'Last decision',
      meta: { isNumber: true, leaves: 3, card: 'last' },
      cell: ({ row: { original } }) => <LastDecision org={org} control={original} />,
    }),
  ])

function Identifier(props: { org: string; control: ControlSummary }) {
  const { identifier, archived } = props.control
  return (
    <span className="flex min-w-0 gap-2">
      <Link
        to="/$org/controls/$control/{-$tab}"
        params={{ org: props.org, control: identifier }}
        data-row-link
        className="max-w-full truncate py-1 font-medium text-text hover:underline"
      >
        {identifier}
      </Link>
      {archived && <Tag>archived</Tag>}
    </span>
  )
}

/** What cells about coverage show. */
type Covering = Pick<ControlSummary, 'identifier' | 'coverage'>

/** In how many environments a control is enforced, of how many. */
export function Covered(props: { org: string; control: Covering }) {
  const { identifier, coverage } = props.control
  const covered = coveredOf(coverage)
  return (
    <Link
      to="/$org/controls/$control/{-$tab}"
      params={{ org: props.org, control: identifier, tab: 'coverage' }}
      className={`${covered === 0 ? 'text-muted' : 'text-text'} hover:underline max-md:py-3`}
    >
      {covered} of {coverage.total}
      <span className="md:sr-only"> covered</span>
    </Link>
  )
}

/** Coverage alone flatters: what it comes to where it is enforced, trouble first. */
export function Results(props: { control: Covering }) {
  const { coverage } = props.control
  const shown = (['failing', 'unknown', 'passing'] as const).filter((name) => coverage[name] > 0)
  if (shown.length === 0) return emptyCell
  return (
    <span className="inline-flex flex-wrap gap-x-3 align-top">
      {shown.map((name) => (
        <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <VerdictMark verdict={markOf(name)} size={12} silent />
          <span className={name === 'failing' ? 'font-medium text-non-compliant' : undefined}>
            {coverage[name]} {outcomes[name].word}
          </span>
        </span>
      ))}
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
      className="inline-flex items-center gap-1.5 align-top text-text hover:underline max-md:py-3"
    >
      <VerdictMark verdict={verdict} size={12} silent />
      <TimeAgo at={last.created_at} />
      <span className="sr-only">, {verdicts[verdict].label}</span>
    </Link>
  )
}
