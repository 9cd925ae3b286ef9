import { Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { useListQuery } from '#web/api/list-query.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { useColumnChoice } from '#web/table/column-choice.ts'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { clearing, type Filter, type TextFilter } from '#web/table/filter.ts'
import { ShowNewRowsButton, useFrozenRows } from '#web/table/frozen-rows.tsx'
import { LongTable } from '#web/table/long-table.tsx'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { wholeDayOf } from '#web/ui/time-text.ts'
import { auditColumns } from './columns.tsx'
import { HistogramCard } from './histogram-card.tsx'
import { groupLabels, kindLabels, objectLabels, resultLabels } from './kind-labels.ts'
import { type AuditFilters, auditLogQuery, type AuditSearch, filtersIn } from './queries.ts'

const EntryDrawer = lazyPart(() => import('./entry-drawer.tsx'))

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
  onChange: (change: Partial<AuditSearch>) => void
}) {
  const { org, search, onChange } = props
  const { filters, ignored } = filtersIn(search)
  const { before, entry } = search
  const list = useListQuery({ filters, before }, (wanted) =>
    auditLogQuery(org, wanted.filters, wanted.before),
  )
  const { shown, data } = list
  const held = useFrozenRows(data.entries, idOf, JSON.stringify([org, shown]))
  const isNarrowed = Object.values(shown.filters).some((value) => value !== undefined)
  const columns = useMemo(() => auditColumns(org), [org])
  const choice = useColumnChoice(columns)
  const groups = useMemo(() => groupsOf(held.rows, !isNarrowed), [held.rows, isNarrowed])
  const steps = useDrawerSteps(entry, held.rows.map(idOf), (id) => onChange({ entry: id }))
  const narrow = (change: object) => onChange({ ...change, before: undefined, ignored: undefined })
  const chips = auditFilters(filters, narrow)
  const clear = () => onChange(clearing(search))
  return (
    <>
      <IgnoredNote
        ignored={ignored}
        onClear={() => onChange({ ...filters, ignored: undefined } as Partial<AuditSearch>)}
      />
      <StaleNote what="Entries" query={list.query} />
      <FilterBar columns={choice} filters={chips} onClear={clear}>
        <ShowNewRowsButton waiting={held.waiting} onRelease={held.release} />
      </FilterBar>
      <div className="mb-4">
        <HistogramCard org={org} filters={shown.filters} />
      </div>
      <Frame isBusy={list.isBusy}>
        {held.rows.length === 0 ? (
          <NoRowMatches what="entry" filters={chips} onClear={clear} />
        ) : (
          <LongTable
            caption="Audit log, newest first"
            columns={columns}
            visibility={choice.visibility}
            groups={groups}
            rowId={idOf}
          />
        )}
        <nav
          aria-label="Pages of the audit log"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-meta text-muted"
        >
          <span className="flex-1">
            <span className="font-medium text-text">{held.rows.length}</span> shown, newest first
            {data.older === null ? '; there is nothing older' : ''}
          </span>
          {shown.before !== undefined && (
            <Link to="." search={placed(undefined)} className={buttonClass({ size: 'small' })}>
              Newest
            </Link>
          )}
          {data.older !== null && (
            <Link to="." search={placed(data.older)} className={buttonClass({ size: 'small' })}>
              Older
            </Link>
          )}
        </nav>
      </Frame>
      <Suspense>{entry && <EntryDrawer org={org} id={entry} steps={steps} />}</Suspense>
    </>
  )
}

const placed = (before: number | undefined) => (search: object) => ({
  ...search,
  before,
  entry: undefined,
})

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const actions = optionsOf(kindLabels).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** The filters of the audit log as chips. */
function auditFilters(
  filters: AuditFilters,
  narrow: (change: {
    [K in keyof AuditFilters]?: K extends 'action' | 'group' ? string[] | undefined : unknown
  }) => void,
): Filter[] {
  const exact = (label: string, name: 'actor' | 'object', hint: string): TextFilter => ({
    kind: 'text',
    label,
    hint,
    isExact: true,
    value: filters[name],
    onChange: (value) => narrow({ [name]: value }),
  })
  const { range, from, to } = filters
  return [
    {
      kind: 'time',
      label: 'Time',
      value: { range, from_timestamp: from, to_timestamp: to },
      onChange: ({ range, from_timestamp: from, to_timestamp: to }) => narrow({ range, from, to }),
    },
    {
      kind: 'choice',
      label: 'About',
      isMultiple: true,
      options: optionsOf(groupLabels),
      selected: filters.group ?? [],
      onChange: (group) => narrow({ group: group.length > 0 ? group : undefined }),
    },
    exact('Actor', 'actor', 'A person, a service account or the label of a key'),
    {
      kind: 'choice',
      label: 'Action',
      isMultiple: true,
      options: actions,
      selected: filters.action ?? [],
      onChange: (action) => narrow({ action: action.length > 0 ? action : undefined }),
    },
    {
      kind: 'choice',
      label: 'Object type',
      isMultiple: false,
      options: optionsOf(objectLabels),
      selected: filters.object_type ? [filters.object_type] : [],
      onChange: ([object_type]) => narrow({ object_type }),
    },
    exact('Object', 'object', 'Its whole name; of a trail flow/trail'),
    {
      kind: 'choice',
      label: 'Result',
      isMultiple: false,
      options: optionsOf(resultLabels),
      selected: filters.result ? [filters.result] : [],
      onChange: ([result]) => narrow({ result }),
    },
  ]
}
