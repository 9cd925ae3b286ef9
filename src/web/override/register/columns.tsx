import { Link } from '@tanstack/react-router'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { counted } from '#domain/common/counted.ts'
import { peopleLabels } from '#web/domain-ui/cause-labels.ts'
import { timeColumn, trailColumn } from '#web/domain-ui/columns.tsx'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { BeforeAfter, StateLabel, ticketOf } from '#web/override/override-parts.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { DayStamp } from '#web/ui/time.tsx'

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
      meta: { card: 'below' },
      cell: ({ row: { original } }) => <BeforeAfter override={original} isShort />,
    }),
    column({
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => <StateLabel state={original.state} />,
    }),
    column({
      id: 'reason',
      header: 'Reason',
      meta: { shrinksTo: 200, grows: true, card: 'below' },
      cell: ({ row: { original } }) => <Reason override={original} />,
    }),
    trailColumn<RegisteredOverride>(org, ofTrail, { leaves: 5, card: 'last' }),
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { leaves: 2, card: 'none' },
      cell: ({ row: { original } }) => <Artifact org={org} override={original} />,
    }),
    column({
      id: 'by',
      header: 'By',
      meta: { leaves: 3, card: 'last' },
      cell: ({ row: { original } }) => <People override={original} />,
    }),
    timeColumn<RegisteredOverride>(
      {
        id: 'created_at',
        header: 'When',
        sorts: true,
        meta: { leaves: 4, card: 'none' },
      },
      ({ created_at }) => created_at,
    ),
    column({
      id: 'expires_at',
      accessorFn: ({ expires_at }) => expires_at,
      header: 'Ends',
      meta: { isNumber: true, card: 'end' },
      cell: ({ row: { original } }) => <Ends override={original} />,
    }),
    column({
      id: 'environments',
      header: 'Environments',
      meta: { isNumber: true, leaves: 1, card: 'none' },
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

const ofTrail = (override: RegisteredOverride) => ({
  flow: override.flow_name,
  trail: override.trail_name,
  attestation: override.is_request ? override.original?.attestation_id : override.override_id,
})

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
    return (
      <span title={`${counted(days, 'day')} after approval`}>after {counted(days, 'day')}</span>
    )
  }
  // What was declined or taken back has no end: it never began.
  if (is_request && state !== 'requested') return nothing
  if (expires_at === null) return <span className="zero text-muted">never</span>
  return <DayStamp at={expires_at} />
}
