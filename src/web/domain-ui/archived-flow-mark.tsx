import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Tag } from '#web/ui/tag.tsx'

/** Name of a row of a list across flows, with a mark where its flow is archived. */
export function OfArchivedFlow(props: { row: { flow_archived: boolean }; children: ReactNode }) {
  if (!props.row.flow_archived) return props.children
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="min-w-0 truncate">{props.children}</span>
      <span className="shrink-0 md:hidden">
        <Tag>archived flow</Tag>
      </span>
      <span
        role="img"
        aria-label="archived flow"
        title="archived flow"
        className="shrink-0 text-muted max-md:hidden"
      >
        <Icon of={Archive} small />
      </span>
    </span>
  )
}
