import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listCustomTypeSummaries } from '#contract/custom-type/custom-type.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** A row of the list. */
export type CustomTypeRow = ResponseOf<typeof listCustomTypeSummaries>[number]

/** Columns of the list of custom attestation types. */
export const customTypeColumns = (org: string) =>
  columnsOf<CustomTypeRow>((column) => [
    column({
      id: 'name',
      header: 'Type',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => <Name org={org} type={original} />,
    }),
    column({
      id: 'version',
      header: 'Version',
      meta: { isNumber: true, leaves: 3, card: 'none' },
      cell: ({ row: { original } }) => original.version,
    }),
    column({
      id: 'rules',
      header: 'Rules',
      meta: { isNumber: true, leaves: 2, card: 'none' },
      cell: ({ row: { original } }) => original.rule_count,
    }),
    column({
      id: 'schema',
      header: 'Schema',
      meta: { leaves: 1, card: 'none' },
      cell: ({ row: { original } }) =>
        original.has_schema ? 'yes' : <span className="zero text-muted">no</span>,
    }),
    column({
      id: 'last_modified_at',
      header: 'Changed',
      meta: { isNumber: true, card: 'below' },
      cell: ({ row: { original } }) => (
        <span>
          <TimeAgo at={original.last_modified_at} suffix /> by {original.last_modified_by}
        </span>
      ),
    }),
  ])

function Name(props: { org: string; type: CustomTypeRow }) {
  const { org, type } = props
  return (
    <span className="flex min-w-0 gap-2">
      <Link
        to="/$org/settings/attestation-types/$type"
        params={{ org, type: type.name }}
        data-row-link
        className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
      >
        {type.name}
      </Link>
      {type.archived && (
        <span className="shrink-0">
          <Tag>archived</Tag>
        </span>
      )}
      <span
        data-spare
        className="min-w-0 truncate text-muted max-md:hidden"
        title={type.description}
      >
        {type.description}
      </span>
    </span>
  )
}
