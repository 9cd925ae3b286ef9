import type { AllowedArtifact } from '#contract/allow-list/allow-list.ts'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { columnsOf } from '#web/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { TimeAgo, TimeStamp } from '#web/ui/time.tsx'

/** Columns of an environment's allow-list. */
export const allowedColumns = (does: {
  org: string
  /** Why nothing can be taken off, or null. */
  refusal: string | null
  onRemove: (artifact: AllowedArtifact) => void
}) =>
  columnsOf<AllowedArtifact>((column) => [
    column({
      id: 'name',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="block truncate font-medium" title={original.artifact_name}>
          {original.artifact_name}
        </span>
      ),
    }),
    column({
      id: 'fingerprint',
      header: 'Fingerprint',
      meta: { width: 140 },
      cell: ({ row: { original } }) => (
        <FingerprintLink org={does.org} value={original.artifact_fingerprint} />
      ),
    }),
    column({
      id: 'reason',
      header: 'Reason',
      meta: { card: 'below' },
      cell: ({ row: { original } }) =>
        original.description ? (
          <span className="block truncate max-md:whitespace-normal" title={original.description}>
            {original.description}
          </span>
        ) : (
          <span className="text-muted">None given</span>
        ),
    }),
    column({
      id: 'running',
      header: 'Running',
      meta: { width: 112, card: 'last' },
      cell: ({ row: { original } }) =>
        original.is_running ? 'Still running' : <span className="text-muted">Not any more</span>,
    }),
    column({
      id: 'created_by',
      header: 'By',
      meta: { width: 140, leavesBelow: 'narrow', card: 'last' },
      cell: ({ row: { original } }) => (
        <span className="block truncate text-muted">{original.created_by}</span>
      ),
    }),
    column({
      id: 'created_at',
      header: 'Since',
      meta: { width: 84, isNumber: true, card: 'end' },
      cell: ({ row: { original } }) => <TimeAgo at={original.created_at} />,
    }),
    column({
      id: 'expires_at',
      header: 'Until, UTC',
      meta: { width: 176, card: 'last' },
      cell: ({
        row: {
          original: { expires_at },
        },
      }) =>
        expires_at === null ? (
          <span className="text-muted">No end</span>
        ) : (
          <span>
            <span className="md:hidden">until </span>
            <TimeStamp at={expires_at} form="dated" />
          </span>
        ),
    }),
    column({
      id: 'remove',
      header: () => <span className="sr-only">Remove</span>,
      meta: { width: 104, isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => (
        <Button
          kind="quiet"
          size="small"
          disabled={does.refusal !== null}
          {...(does.refusal && { title: does.refusal })}
          aria-label={`Remove ${original.artifact_name}`}
          onClick={() => does.onRemove(original)}
        >
          Remove
        </Button>
      ),
    }),
  ])
