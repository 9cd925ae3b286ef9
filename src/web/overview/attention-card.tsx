import type { Attention } from '#contract/overview/overview.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { Card } from '#web/ui/card.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { type AttentionRow, attentionColumns, isRule, isSilent } from './attention-columns.tsx'
import { ExpiringList, SnoozedList } from './attention-lists.tsx'
import type { FailingRule } from './failing-rule.tsx'
import type { SilentRow } from './silent-row.tsx'
import { useSnooze } from './use-snooze.ts'

/** What is non-compliant, since when, by what, and where to go on: a queue, not totals. */
export function AttentionCard(props: {
  org: string
  attention: Attention[]
  total: number
  /** Notifications that do not arrive. */
  failing: readonly FailingRule[]
  /** Environments that should have reported, and how many there are of them. */
  silent: readonly SilentRow[]
  silentCount: number
}) {
  const { org, attention, total, failing, silent, silentCount } = props
  const snooze = useSnooze(org)
  useShortcuts([{ key: 'z', label: 'Snooze the environment of this row', run: snoozeFocused }])
  if (total + failing.length + silentCount === 0) {
    return (
      <Card title="Needs attention">
        <p className="px-4 pb-4 text-table text-muted">
          No environment is non-compliant or silent, and no notification fails.
        </p>
        <ExpiringList org={org} />
      </Card>
    )
  }
  const awake = attention.filter(({ snoozed_at }) => snoozed_at === null)
  const snoozed = attention.filter(({ snoozed_at }) => snoozed_at !== null)
  const rows = [...awake, ...failing, ...silent].sort((a, b) => a.since - b.since)
  const all = total + failing.length + silentCount
  const listed = attention.length + failing.length + silent.length
  const count = listed < all ? `${listed} of ${all}` : `${all}`
  return (
    <Card title="Needs attention" remark={`${count}, oldest first`}>
      {rows.length > 0 ? (
        <DataTable
          caption="What needs attention, oldest first"
          columns={attentionColumns(org, snooze)}
          rows={rows}
          rowId={idOf}
        />
      ) : (
        <p className="px-4 pb-3 text-table text-muted">You have snoozed all of them.</p>
      )}
      {snooze.failure && (
        <p role="alert" className="px-4 py-2 text-meta font-medium">
          {snooze.failure}
        </p>
      )}
      {snoozed.length > 0 && <SnoozedList org={org} snoozed={snoozed} snooze={snooze} />}
      <ExpiringList org={org} />
    </Card>
  )
}

/** An environment may stand there for what fails and for its silence. */
function idOf(row: AttentionRow): string {
  if (isRule(row)) return `notification ${row.number}`
  return isSilent(row) ? `silent ${row.environment_name}` : row.environment_name
}

/** Presses the button of the row that has the focus. */
function snoozeFocused() {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('[data-snooze]')?.click()
}
