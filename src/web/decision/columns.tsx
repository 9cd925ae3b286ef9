import { Link } from '@tanstack/react-router'
import type { LoggedDecision } from '#contract/decision/decision.ts'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/data-table.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** Columns of a list of decisions; their control where it has several. */
export const decisionColumns = (org: string, ofAll: boolean) =>
  columnsOf<LoggedDecision>((column) => [
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { width: 130 },
      cell: ({ row: { original } }) => <VerdictLabel verdict={verdictOf(original.is_compliant)} />,
    }),
    column({
      id: 'time',
      header: 'Recorded, UTC',
      meta: { width: 160, card: 'top' },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/decisions/$decision"
          params={{ org, decision: original.attestation_id }}
          data-row-link
          className="font-medium text-text hover:underline"
        >
          <TimeStamp at={original.created_at} form="stamp" />
        </Link>
      ),
    }),
    ...(ofAll
      ? [
          column({
            id: 'control',
            header: 'Control',
            meta: { width: 136, card: 'below' },
            cell: ({ row: { original } }) => <ControlOf org={org} decision={original} />,
          }),
        ]
      : [
          column({
            id: 'version',
            header: 'Version',
            meta: { width: 72, isNumber: true, card: 'none' },
            cell: ({ row: { original } }) => original.control_version ?? emptyCell,
          }),
        ]),
    column({
      id: 'violations',
      header: 'Violations',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => <Violations decision={original} />,
    }),
    column({
      id: 'trail',
      header: 'Flow / trail',
      meta: { width: 288, card: 'last' },
      cell: ({ row: { original } }) => (
        <OfArchivedFlow row={original}>
          <Trail org={org} decision={original} />
        </OfArchivedFlow>
      ),
    }),
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { width: 140, leavesBelow: 'narrow', card: 'none' },
      cell: ({ row: { original } }) =>
        original.artifact_fingerprint ? (
          <FingerprintLink
            org={org}
            flow={original.flow_name}
            value={original.artifact_fingerprint}
          />
        ) : (
          emptyCell
        ),
    }),
    column({
      id: 'by',
      header: 'By',
      meta: { width: 116, leavesBelow: 'medium', card: 'none' },
      cell: ({ row: { original } }) => <span className="text-muted">{original.reported_by}</span>,
    }),
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
          className="truncate font-medium text-text hover:underline max-md:py-3"
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

function Trail(props: { org: string; decision: LoggedDecision }) {
  const { flow_name: flow, trail_name: trail, attestation_id } = props.decision
  return (
    <span className="block truncate" title={`${flow} / ${trail}`}>
      {flow}
      <span className="text-muted"> / </span>
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org: props.org, flow, trail }}
        search={{ attestation_id }}
        className="text-text hover:underline max-md:py-3"
      >
        {trail}
      </Link>
    </span>
  )
}
