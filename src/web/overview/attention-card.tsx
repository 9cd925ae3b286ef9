import { useQuery } from '@tanstack/react-query'
import type { Overview } from '#contract/overview/overview.ts'
import { counted } from '#domain/common/counted.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { Card } from '#web/ui/card.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { attentionColumns } from './attention-columns.tsx'
import { endingRows, requestRow } from './exception-rows.tsx'
import { failingEnvironmentRows } from './failing-environment-row.tsx'
import { failingRuleRow } from './failing-rule-row.tsx'
import { failingRulesQuery, type OverviewSearch, pressingExceptionsQuery } from './queries.ts'
import { silentEnvironmentRow } from './silent-environment-row.tsx'
import { SnoozedList } from './snoozed-list.tsx'
import { unjudgedRows } from './unjudged-row.tsx'
import { useSnooze } from './use-snooze.ts'

/** What waits, fails, is silent or ends soon, and where to go on: a queue, not totals. */
export function AttentionCard(props: { org: string; search: OverviewSearch; overview: Overview }) {
  const { org, search, overview } = props
  const { attention, silent, unjudged, environments } = overview
  // Neither notifications nor requests have the tags of environments.
  const isWhole = !search.tag?.length
  const failingRules = useQuery({ ...failingRulesQuery(org), enabled: isWhole }).data
  const pressing = useQuery({ ...pressingExceptionsQuery(org), enabled: isWhole }).data
  const snooze = useSnooze(org)
  useShortcuts([{ key: 'z', label: 'Snooze the environment of this row', run: snoozeFocused }])
  const awake = attention.filter(({ snoozed_at }) => snoozed_at === null)
  const snoozed = attention.filter(({ snoozed_at }) => snoozed_at !== null)
  const exceptions = (isWhole && pressing?.data) || []
  const requests = exceptions.filter(({ state }) => state === 'requested')
  const ending = exceptions.filter(({ state }) => state === 'expiring')
  const endingCount = (pressing?.pagination.total ?? 0) - requests.length
  const failing = failingEnvironmentRows(org, awake)
  const unknown = unjudgedRows(org, unjudged)
  const rows = [
    ...requests.map((one) => requestRow(org, one)),
    ...[
      ...failing,
      ...silent.map((one) => silentEnvironmentRow(org, one)),
      ...unknown,
      ...((isWhole && failingRules?.data) || []).map((rule) => failingRuleRow(org, rule)),
      ...endingRows(org, ending, endingCount),
    ].sort((a, b) => a.since - b.since),
  ]
  const listed = awake.length + silent.length + unjudged.length
  const { non_compliant, stale, unknown: unknownCount } = environments
  const all = non_compliant + stale + unknownCount - snoozed.length
  return (
    <Card
      title="Needs attention"
      remark={remarkOf({
        requests: requests.length,
        causes: failing.length + silent.length + unknown.length,
        environments:
          listed < all ? `${listed} of ${all} environments` : counted(all, 'environment'),
      })}
    >
      {rows.length > 0 ? (
        <DataTable
          caption="What needs attention, oldest first"
          columns={attentionColumns(snooze)}
          rows={rows}
          rowId={({ id }) => id}
        />
      ) : (
        <p className="px-4 pb-3 text-table text-muted">
          {snoozed.length > 0
            ? 'You have snoozed all of them.'
            : isWhole
              ? 'No environment is non-compliant, silent or unknown, no notification fails, and nothing waits or ends soon.'
              : 'No environment with these tags is non-compliant, silent or unknown.'}
        </p>
      )}
      {snooze.failure && (
        <p role="alert" className="px-4 py-2 text-meta font-medium">
          {snooze.failure}
        </p>
      )}
      {snoozed.length > 0 && <SnoozedList org={org} snoozed={snoozed} snooze={snooze} />}
    </Card>
  )
}

/** "1 waits for a decision, then 4 causes behind 6 environments, oldest first". */
function remarkOf(counts: { requests: number; causes: number; environments: string }): string {
  const { requests, causes, environments } = counts
  return [
    requests > 0 && `${requests} ${requests === 1 ? 'waits' : 'wait'} for a decision`,
    causes > 0 &&
      `${requests > 0 ? 'then ' : ''}${counted(causes, 'cause')} behind ${environments}, oldest first`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Presses the button of the row that has the focus. */
function snoozeFocused() {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('[data-snooze]')?.click()
}
