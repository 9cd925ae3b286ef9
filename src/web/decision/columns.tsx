import { Link } from '@tanstack/react-router'
import type { LoggedDecision } from '#contract/decision/decision.ts'
import { fingerprintColumn, personColumn, trailColumn } from '#web/domain-ui/columns.tsx'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** Columns of a list of decisions; their control where it has several, violations where one has any. */
export const decisionColumns = (org: string, ofAll: boolean, hasViolations: boolean) =>
  columnsOf<LoggedDecision>((column) => [
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: ({ row: { original } }) => <VerdictLabel verdict={verdictOf(original.is_compliant)} />,
    }),
    column({
      id: 'time',
      header: 'Recorded, UTC',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/decisions/$decision"
          params={{ org, decision: original.attestation_id }}
          data-row-link
          data-why
          className="text-text hover:underline"
        >
          <TimeStamp at={original.created_at} form="moment" />
          <span className="md:hidden"> UTC</span>
        </Link>
      ),
    }),
    ...(ofAll
      ? [
          column({
            id: 'control',
            header: 'Control',
            meta: { card: 'below' },
            cell: ({ row: { original } }) => <ControlOf org={org} decision={original} />,
          }),
        ]
      : [
          column({
            id: 'version',
            header: 'Version',
            meta: { isNumber: true, card: 'none' },
            cell: ({ row: { original } }) => original.control_version ?? emptyCell,
          }),
        ]),
    ...(hasViolations
      ? [
          column({
            id: 'violations',
            header: 'Violations',
            meta: { shrinksTo: 160, grows: true, card: 'below' },
            cell: ({ row: { original } }) => <Violations decision={original} />,
          }),
        ]
      : []),
    trailColumn<LoggedDecision>(org, ofTrail, { card: 'last' }),
    fingerprintColumn<LoggedDecision>(
      org,
      ({ artifact_fingerprint, flow_name }) => ({
        value: artifact_fingerprint || null,
        flow: flow_name,
      }),
      { hideOrder: 2 },
    ),
    personColumn<LoggedDecision>({ id: 'by', header: 'By' }, ({ reported_by }) => reported_by),
  ])

function ControlOf(props: { org: string; decision: LoggedDecision }) {
  const { control, control_version, control_name } = props.decision
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={control_name ?? undefined}>
      {control_version === null ? (
        <span className="truncate font-medium">{control}</span>
      ) : (
        <Link
          to="/$org/controls/$control/{-$tab}"
          params={{ org: props.org, control }}
          className="truncate font-medium text-text hover:underline"
        >
          {control}
        </Link>
      )}
      <span className="text-muted">
        {control_version === null ? 'unknown' : `v${control_version}`}
      </span>
    </span>
  )
}

function Violations(props: { decision: LoggedDecision }) {
  const { violation, violation_count } = props.decision
  if (violation === null) return emptyCell
  return (
    <span className="flex min-w-0 gap-1.5" title={violation}>
      <span className="truncate">{violation}</span>
      {violation_count > 1 && (
        <span className="shrink-0 text-muted">and {violation_count - 1} more</span>
      )}
    </span>
  )
}

const ofTrail = ({ flow_name, trail_name, attestation_id, flow_archived }: LoggedDecision) => ({
  flow_archived,
  flow: flow_name,
  trail: trail_name,
  attestation: attestation_id,
})
