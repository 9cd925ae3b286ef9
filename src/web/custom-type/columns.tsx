import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listCustomTypeSummaries } from '#contract/custom-type/custom-type.ts'
import { recordColumn } from '#web/domain-ui/record-column.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { TimeAgo } from '#web/ui/time.tsx'

/** A row of the list. */
export type CustomTypeRow = ResponseOf<typeof listCustomTypeSummaries>[number]

/** Columns of the list of custom attestation types. */
export const customTypeColumns = (org: string) =>
  columnsOf<CustomTypeRow>((column) => [
    recordColumn<CustomTypeRow>(
      { id: 'name', header: 'Type' },
      ({ name, archived, description }) => ({
        name,
        page: { to: '/$org/settings/attestation-types/$type', params: { org, type: name } },
        archived,
        note: description,
      }),
    ),
    column({
      id: 'version',
      header: 'Version',
      meta: { isNumber: true, hideOrder: 3, card: 'none' },
      cell: ({ row: { original } }) => original.version,
    }),
    column({
      id: 'rules',
      header: 'Rules',
      meta: { isNumber: true, hideOrder: 2, card: 'none' },
      cell: ({ row: { original } }) => original.rule_count,
    }),
    column({
      id: 'schema',
      header: 'Schema',
      meta: { hideOrder: 1, card: 'none' },
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
