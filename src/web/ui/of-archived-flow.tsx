import type { ReactNode } from 'react'
import { Tag } from './tag.tsx'

/** What a row of a list across flows is called, with a mark where its flow is archived. */
export function OfArchivedFlow(props: { row: { flow_archived: boolean }; children: ReactNode }) {
  if (!props.row.flow_archived) return props.children
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="min-w-0 truncate">{props.children}</span>
      <span className="shrink-0">
        <Tag>archived flow</Tag>
      </span>
    </span>
  )
}
