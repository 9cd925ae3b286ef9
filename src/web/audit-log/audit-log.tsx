import { Suspense, useMemo } from 'react'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { ListBody } from '#web/list/list-body.tsx'
import { useListPage } from '#web/list/use-list-page.ts'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import {
  type Filter,
  anyOf,
  oneOf,
  optionsOf,
  textFilter,
  windowFilter,
} from '#web/table/filter.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { ReservedSpace } from '#web/ui/reserved-space.tsx'
import { wholeDayOf } from '#web/ui/time-text.ts'
import { auditColumns } from './columns.tsx'
import { HistogramCard } from './histogram-card.tsx'
import { groupLabels, kindLabels, objectLabels, resultLabels } from './kind-labels.ts'
import {
  type AuditFilters,
  type AuditListSearch,
  auditLogQuery,
  type AuditSearch,
  filtersIn,
} from './queries.ts'

const EntryDrawer = suspendingPart(() => import('./entry-drawer.tsx'))

const idOf = (entry: AuditItem) => entry.id

/** Entries under the day that they belong to; where all are asked for, what is missing is said. */
function groupsOf(entries: readonly AuditItem[], isWhole: boolean) {
  const groups: { label: string; rows: AuditItem[] }[] = []
  let above: AuditItem | undefined
  for (const entry of entries) {
    const day = wholeDayOf(entry.recorded_at)
    const missing = isWhole && above ? above.seq - entry.seq - 1 : 0
    const label = missing > 0 ? `${day} · gap: ${missing} missing before this` : day
    const last = groups.at(-1)
    if (last && last.rows.at(-1) === above && missing === 0 && last.label.startsWith(day)) {
      last.rows.push(entry)
    } else groups.push({ label, rows: [entry] })
    above = entry
  }
  return groups
}

/** The audit log: filters, histogram, entries by day, the entry that is open. */
export function AuditLog(props: {
  org: string
  search: AuditSearch
  /** Opens an entry beside the log. */
  onOpen: (entry: string | undefined) => void
}) {
  const { org, search, onOpen } = props
  const { filters, ignored } = filtersIn(search)
  const { before, entry } = search
  const list = useListPage({
    search: { ...filters, before, ignored },
    queryOf: (listSearch) => auditLogQuery(org, listSearch),
    rowsOf: ({ entries }) => entries,
    rowId: idOf,
    filtersOf: auditFilters,
    resetScroll: false,
  })
  const { rows, shown, isNarrowed } = list
  const columns = useMemo(() => auditColumns(org), [org])
  const choice = useColumnChoice(columns)
  const groups = useMemo(() => groupsOf(rows, !isNarrowed), [rows, isNarrowed])
  const steps = useDrawerSteps(entry, rows.map(idOf), onOpen)
  return (
    <>
      <ListBody
        columns={choice}
        // Of what no part of the page knows, the URL keeps what the page knows.
        list={{ ...list, forget: () => list.narrow(filters) }}
        title="Entries"
        what="entry"
        order="newest first"
        summary={
          <ReservedSpace heights={auditHeights}>
            <HistogramCard org={org} filters={filtersIn(shown).filters} />
          </ReservedSpace>
        }
      >
        <LongTable
          caption="Audit log, newest first"
          columns={columns}
          choice={choice}
          groups={groups}
          rowId={list.table.rowId}
        />
      </ListBody>
      <Suspense>{entry && <EntryDrawer org={org} id={entry} steps={steps} />}</Suspense>
    </>
  )
}

/** Heights that the days above the list take. */
export const auditHeights = { wide: 238, phone: 254 }

const actions = optionsOf(kindLabels).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** The filters of the audit log as chips. */
function auditFilters(
  filters: AuditListSearch,
  narrow: (change: Partial<AuditFilters>) => void,
): Filter[] {
  const exact = (label: string, name: 'actor' | 'object', hint: string) =>
    textFilter(label, filters[name], (value) => narrow({ [name]: value }), { hint, isExact: true })
  return [
    windowFilter('Time', filters, narrow),
    anyOf('About', optionsOf(groupLabels), filters.group, (group) => narrow({ group })),
    exact('Actor', 'actor', 'A person, a service account or the label of a key'),
    anyOf('Action', actions, filters.action, (action) => narrow({ action })),
    oneOf('Object type', optionsOf(objectLabels), filters.object_type, (object_type) =>
      narrow({ object_type }),
    ),
    exact('Object', 'object', 'Its whole name; of a trail flow/trail'),
    oneOf('Result', optionsOf(resultLabels), filters.result, (result) => narrow({ result })),
  ]
}
