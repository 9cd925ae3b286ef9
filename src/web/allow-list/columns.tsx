import type { AllowedArtifact } from '#contract/allow-list/allow-list.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { createdByColumn, fingerprintColumn, timeColumn } from '#web/domain-ui/columns.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { DayStamp } from '#web/ui/time.tsx'

/** Columns of an environment's allow-list. */
export const allowedColumns = (does: {
  org: string
  /** Why nothing can be taken off, or null. */
  refusal: string | null
  /** Whether the environment is stale, so that only what ran there when it was last seen is known. */
  isStale: boolean
  onRemove: (artifact: AllowedArtifact) => void
}) =>
  columnsOf<AllowedArtifact>((column) => [
    column({
      id: 'name',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="block truncate font-medium" title={original.artifact_name}>
          <ArtifactName filename={original.artifact_name} />
        </span>
      ),
    }),
    fingerprintColumn<AllowedArtifact>(
      does.org,
      ({ artifact_fingerprint }) => ({ value: artifact_fingerprint, flow: null }),
      { hideOrder: 2, card: 'under' },
    ),
    column({
      id: 'reason',
      header: 'Reason',
      meta: { shrinksTo: 320, grows: true, card: 'below' },
      cell: ({ row: { original } }) =>
        original.description ? (
          // The point of an entry: it wraps before it is cut.
          <span className="line-clamp-3 whitespace-normal" title={original.description}>
            {original.description}
          </span>
        ) : (
          <span className="text-muted">None given</span>
        ),
    }),
    column({
      id: 'running',
      header: 'Running',
      meta: { card: 'last' },
      cell: ({ row: { original } }) =>
        original.is_running ? (
          <>{does.isStale ? 'Running when last seen' : 'Still running'}</>
        ) : (
          <span className="text-muted">{does.isStale ? 'Not when last seen' : 'Not any more'}</span>
        ),
    }),
    createdByColumn<AllowedArtifact>('By', { card: 'last' }),
    timeColumn<AllowedArtifact>(
      { id: 'created_at', header: 'Since', meta: { card: 'last', cardLabel: 'added' } },
      ({ created_at }) => created_at,
    ),
    column({
      id: 'expires_at',
      header: 'Until',
      meta: { card: 'last' },
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
            <DayStamp at={expires_at} />
          </span>
        ),
    }),
    column({
      id: 'remove',
      header: () => <span className="sr-only">Remove</span>,
      meta: { isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => (
        <span className="-mr-2 inline-flex gap-1 max-md:mr-0 max-md:-ml-3">
          <Button
            kind="quiet"
            size="small"
            refusal={does.refusal}
            aria-label={`Remove ${original.artifact_name}`}
            onClick={() => does.onRemove(original)}
          >
            Remove
          </Button>
        </span>
      ),
    }),
  ])
