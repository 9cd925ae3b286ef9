import { Link, type LinkProps } from '@tanstack/react-router'
import type { ColumnMeta, Columns } from '#web/table/column-definitions.ts'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** A record as the first cell of its row shows it. */
interface NamedRecord {
  name: string
  /** Name for people, where `name` is an identifier: beside it in the card of a phone. */
  title?: string
  /** A word that sets it apart from most: "public". */
  remark?: string | null
  /** Its page. */
  page: LinkProps
  /** Unix seconds, or whether it is where that is all that is known. */
  archived?: number | boolean | null
  /** Description, shown as far as there is room. */
  note?: string
}

/** The column of a list that names its records and leads to them. */
export const recordColumn = <Row extends object>(
  { sorts, meta, ...named }: { id: string; header: string; sorts?: true; meta?: ColumnMeta },
  of: (row: Row) => NamedRecord,
): Columns<Row>[number] => ({
  ...named,
  ...(sorts && { accessorFn: (row: Row) => of(row).name }),
  meta: { card: 'top', ...meta },
  cell: ({ row: { original } }) => <RecordName {...of(original)} />,
})

function RecordName({ name, title, remark, page, archived = null, note }: NamedRecord) {
  return (
    <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap">
      <Link
        {...page}
        data-row-link
        className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
      >
        {name}
      </Link>
      {title && <span className="md:hidden">{title}</span>}
      {remark && (
        <span className="flex shrink-0">
          <Tag>{remark}</Tag>
        </span>
      )}
      {archived !== null && archived !== false && (
        <span className="flex shrink-0">
          <Tag>archived {archived !== true && <TimeAgo at={archived} suffix />}</Tag>
        </span>
      )}
      {note && (
        <span data-spare className="min-w-0 truncate text-muted max-md:hidden" title={note}>
          {note}
        </span>
      )}
    </span>
  )
}
