import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { auditObjectTypes } from '#contract/audit-log/audit-log.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Leads to all that was done to an object: its part of the audit log. */
export function HistoryLink(props: {
  org: string
  type: (typeof auditObjectTypes)[number]
  /** Its name; of a trail `flow/trail`. */
  name: string
}) {
  const { org, type, name } = props
  return (
    <Link
      to="/$org/settings/audit-log"
      params={{ org }}
      search={{ object_type: type, object: name }}
      className="inline-flex items-center gap-1 text-accent hover:underline max-md:min-h-11"
    >
      <Icon of={History} />
      History in the audit log
    </Link>
  )
}
