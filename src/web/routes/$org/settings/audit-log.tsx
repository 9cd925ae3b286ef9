import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { listAuditLog, exportAuditLog } from '#contract/audit-log/audit-log.ts'
import { openList } from '#web/api/open-list.ts'
import { readSearch } from '#web/api/search-params.ts'
import { AuditLog, auditHeights } from '#web/audit-log/audit-log.tsx'
import { auditLogQuery, auditQueryOf, filtersIn } from '#web/audit-log/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { ranges } from '#web/table/time-range.ts'
import { Page } from '#web/ui/page.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { PendingCard, SkeletonRows } from '#web/ui/skeleton.tsx'

const text = z.optional(z.string())
const number = z.optional(z.number())

// Known actions, objects and results stay with the page: every page loads this.
const search = z.object({
  actor: text,
  action: z.optional(z.array(z.string())),
  group: z.optional(z.array(z.string())),
  object_type: text,
  object: text,
  result: text,
  range: z.optional(z.enum(ranges)),
  from: number,
  to: number,
  before: z.optional(z.int().check(z.gte(1))),
  entry: text,
})
const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

export const Route = createFileRoute('/$org/settings/audit-log')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: another filter is the same page.
  loader: (opened) => {
    const search = searchOf(opened.location.search)
    const { filters } = filtersIn(search)
    const query = auditLogQuery(opened.params.org, { ...filters, before: search.before })
    // A busy pipeline reports more in a day than people do in a year.
    return openList('audit-log', opened, query, 'group=people')
  },
  pendingComponent: () => (
    <Page title={['Audit log']} heading="Audit log" facts={<span>{about}</span>}>
      <div className="mb-3 h-7 max-md:h-11" />
      <ReservedSpace heights={auditHeights}>
        <PendingCard shape="chart" />
      </ReservedSpace>
      <SkeletonRows rows={14} />
    </Page>
  ),
  component: AuditLogPage,
  staticData: { crumb: 'Audit log' },
})

const about = 'Who did what, when and from where; nothing here can be changed'

function AuditLogPage() {
  const { org } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page
      title={['Audit log', org]}
      heading="Audit log"
      facts={<span>{about}</span>}
      actions={
        <PageActions
          views="audit-log"
          call={{
            endpoint: listAuditLog,
            params: { org },
            query: () => auditQueryOf(filtersIn(search).filters),
          }}
          exports={exportAuditLog}
        />
      }
    >
      <AuditLog
        org={org}
        search={search}
        onOpen={(entry) =>
          void navigate({ search: (rest) => ({ ...rest, entry }), resetScroll: false })
        }
      />
    </Page>
  )
}
