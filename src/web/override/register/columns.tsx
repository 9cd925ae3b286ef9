import { Link } from '@tanstack/react-router'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { peopleLabels } from '#web/domain-ui/cause-labels.ts'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { BeforeAfter, StateLabel, ticketOf } from '#web/override/override-parts.tsx'
import { columnsOf } from '#web/table/data-table.tsx'
import { plural } from '#web/ui/plural.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { DayStamp, TimeAgo } from '#web/ui/time.tsx'

const nothing = <span className="zero text-muted">–</span>

/** Columns of the register. */
export const registerColumns = (org: string) =>
  columnsOf<RegisteredOverride>((column) => [
    column({
      id: 'attestation',
      header: 'Attestation',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <OverrideName org={org} override={original} />,
    }),
    column({
      id: 'step',
      header: 'Original → new',
      meta: { width: 180, card: 'below' },
      cell: ({ row: { original } }) => <BeforeAfter override={original} isShort />,
    }),
    column({
      id: 'state',
      header: 'State',
      meta: { width: 88 },
      cell: ({ row: { original } }) => <StateLabel state={original.state} />,
    }),
    column({
      id: 'reason',
      header: 'Reason',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => <Reason override={original} />,
    }),
    column({
      id: 'trail',
      header: 'Trail / flow',
      meta: { width: 200, leavesBelow: 'narrow', card: 'last' },
      cell: ({ row: { original } }) => <Trail org={org} override={original} />,
    }),
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { width: 136, leavesBelow: 'wide', card: 'none' },
      cell: ({ row: { original } }) => <Artifact org={org} override={original} />,
    }),
    column({
      id: 'by',
      header: 'By',
      meta: { width: 108, leavesBelow: 'narrow', card: 'last' },
      cell: ({ row: { original } }) => <People override={original} />,
    }),
    column({
      id: 'created_at',
      header: 'When',
      meta: { width: 68, isNumber: true, card: 'none' },
      cell: ({ row: { original } }) => <TimeAgo at={original.created_at} />,
    }),
    column({
      id: 'expires_at',
      header: 'Ends',
      meta: { width: 112, isNumber: true, card: 'end' },
      cell: ({ row: { original } }) => <Ends override={original} />,
    }),
    column({
      id: 'environments',
      header: () => <abbr title="Environments that flipped when it was made">Env.</abbr>,
      meta: { width: 56, isNumber: true, leavesBelow: 'medium', card: 'none' },
      cell: ({ row: { original } }) => original.environment_count ?? nothing,
    }),
  ])

function OverrideName({ org, override }: { org: string; override: RegisteredOverride }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={override.attestation_type}>
      <Link
        to="/$org/overrides/$override"
        params={{ org, override: override.override_id }}
        data-row-link
        className="truncate font-medium text-text hover:underline"
        title={override.attestation_name}
      >
        {override.attestation_name}
      </Link>
      <span className="text-muted md:hidden">{override.attestation_type}</span>
    </span>
  )
}

function Reason({ override }: { override: RegisteredOverride }) {
  const ticket = ticketOf(override)
  return (
    <span className="flex min-w-0 gap-1.5">
      <span className="truncate" title={override.reason}>
        {override.reason}
      </span>
      {ticket && (
        <SafeLink
          href={ticket.href}
          className="shrink-0 text-accent hover:underline max-md:-my-3 max-md:py-3"
        >
          {ticket.label}
        </SafeLink>
      )}
    </span>
  )
}

function Trail({ org, override }: { org: string; override: RegisteredOverride }) {
  const { flow_name: flow, trail_name: trail, override_id, is_request, original } = override
  const id = is_request ? original?.attestation_id : override_id
  return (
    <span className="block truncate" title={`${trail} / ${flow}`}>
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={{ org, flow, trail }}
        search={{ attestation_id: id }}
        className="text-text hover:underline max-md:-my-3 max-md:py-3"
      >
        {trail}
      </Link>
      <span className="text-muted"> / {flow}</span>
    </span>
  )
}

function Artifact({ org, override }: { org: string; override: RegisteredOverride }) {
  const { artifact_fingerprint: fingerprint, target_artifacts, flow_name: flow } = override
  if (fingerprint) return <FingerprintLink org={org} flow={flow} value={fingerprint} />
  return target_artifacts.length > 0 ? <>{target_artifacts.join(', ')}</> : nothing
}

function People({ override: { created_by, approved_by } }: { override: RegisteredOverride }) {
  if (!approved_by) return <span className="text-muted">{created_by}</span>
  const all = peopleLabels(created_by, approved_by)
  return (
    <span className="block truncate text-muted" title={all}>
      <span className="sr-only">{all}</span>
      <span aria-hidden="true">
        {created_by} + {approved_by}
      </span>
    </span>
  )
}

function Ends({ override }: { override: RegisteredOverride }) {
  const { expires_at, expires_after_days: days, is_request, state } = override
  if (days !== null) {
    return <span title={`${plural(days, 'day')} after approval`}>after {plural(days, 'day')}</span>
  }
  // What was declined or taken back has no end: it never began.
  if (is_request && state !== 'requested') return nothing
  if (expires_at === null) return <span className="zero text-muted">never</span>
  return <DayStamp at={expires_at} />
}
