import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ColumnMeta, Columns } from '#web/table/column-definitions.ts'

/** The way to a snapshot of an environment. */
export function SnapshotLink(props: {
  org: string
  environment: string
  index: number
  /** In place of the text inside, where there is none. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const { org, environment: env, index } = props
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env, snapshot: String(index) }}
      title={props.label ?? `Snapshot ${index} of ${env}`}
      aria-label={props.label}
      className={props.className}
    >
      {props.children}
    </Link>
  )
}

/** A column of the snapshots that rows stand in. */
export const snapshotColumn = <Row extends { environment_name: string; snapshot_index: number }>(
  org: string,
  meta: ColumnMeta = {},
): Columns<Row>[number] => ({
  id: 'snapshot',
  header: 'Snapshot',
  meta: { isNumber: true, card: 'end', ...meta },
  cell: ({ row: { original } }) => (
    <SnapshotLink
      org={org}
      environment={original.environment_name}
      index={original.snapshot_index}
      className="text-text hover:underline"
    >
      #{original.snapshot_index}
    </SnapshotLink>
  ),
})
