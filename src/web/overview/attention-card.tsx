import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import type { Attention, Overview } from '#contract/overview/overview.ts'
import { counted } from '#domain/common/counted.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { TimeAgo, TimeSince } from '#web/ui/time.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import { failingEnvironmentRows, silentEnvironmentRow, unjudgedRows } from './environment-rows.tsx'
import { endingRows, requestRows } from './exception-rows.tsx'
import { dueExceptionsQuery, failingRulesQuery, type OverviewSearch } from './queries.ts'
import { nextClass, type QueueRow, whatClass } from './queue-row.ts'
import { QueueTable } from './queue-table.tsx'
import { type Snooze, useSnooze } from './use-snooze.ts'

/** Queue of what waits, fails, is silent or ends soon, and where to go on; no totals. */
export function AttentionCard(props: { org: string; search: OverviewSearch; overview: Overview }) {
  const { org, search, overview } = props
  const { attention, silent, unjudged, environments } = overview
  // Neither notifications nor requests have the tags of environments.
  const isWhole = !search.tag?.length
  const rulesQuery = useQuery({ ...failingRulesQuery(org), enabled: isWhole })
  const dueQuery = useQuery({ ...dueExceptionsQuery(org), enabled: isWhole })
  const snooze = useSnooze(org)
  useShortcuts([
    { key: 'z', label: 'Snooze the environment of this row', isOfRow: true, run: snoozeFocused },
  ])
  // Rows that come later would move those that somebody reads, or is about to press.
  if (rulesQuery.isLoading || dueQuery.isLoading) return <SkeletonRows rows={8} />
  const failingRules = isWhole ? rulesQuery.data : undefined
  const due = isWhole ? dueQuery.data : undefined
  const awake = attention.filter(({ snoozed_at }) => snoozed_at === null)
  const snoozed = attention.filter(({ snoozed_at }) => snoozed_at !== null)
  const failing = failingEnvironmentRows(org, awake)
  const unknown = unjudgedRows(org, unjudged)
  const rows = [
    ...(due ? requestRows(org, due.requests) : []),
    ...[
      ...failing,
      ...silent.map((one) => silentEnvironmentRow(org, one)),
      ...unknown,
      ...(failingRules?.data ?? []).map((rule) => failingRuleRow(org, rule)),
      ...(due ? endingRows(org, due.ending) : []),
    ].sort((a, b) => a.since - b.since),
  ]
  const listed = awake.length + silent.length + unjudged.length
  const { non_compliant, stale, unknown: unknownCount } = environments
  const all = non_compliant + stale + unknownCount - snoozed.length
  return (
    <Card
      title="Needs attention"
      remark={remarkOf({
        requests: due?.requests.total ?? 0,
        causes: failing.length + silent.length + unknown.length,
        environments:
          listed < all ? `${listed} of ${all} environments` : counted(all, 'environment'),
      })}
    >
      {rows.length > 0 ? (
        <QueueTable rows={rows} snooze={snooze} />
      ) : (
        <p className="px-4 pb-3 text-table text-muted">
          {snoozed.length > 0
            ? 'You have snoozed all of them.'
            : nothingText({ isWhole, isLoaded: !!failingRules && !!due })}
        </p>
      )}
      {isWhole && !failingRules && (
        <LoadFailed what="Failing notifications" frame="card" onRetry={rulesQuery.refetch} />
      )}
      {isWhole && !due && (
        <LoadFailed
          what="Exceptions that wait or end soon"
          frame="card"
          onRetry={dueQuery.refetch}
        />
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

/** Says that nothing needs attention, of what is known alone. */
function nothingText({ isWhole, isLoaded }: { isWhole: boolean; isLoaded: boolean }): string {
  if (!isWhole) return 'No environment with these tags is non-compliant, silent or unknown.'
  return isLoaded
    ? 'No environment is non-compliant, silent or unknown, no notification fails, and nothing waits or ends soon.'
    : 'No environment is non-compliant, silent or unknown.'
}

/** Presses the button of the row that has the focus. */
function snoozeFocused() {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('[data-snooze]')?.click()
}

/** The row of a notification that does not arrive at some of its targets. */
function failingRuleRow(org: string, rule: NotificationSummary): QueueRow {
  const failing = rule.targets.filter(({ health }) => health === 'failing')
  const since = Math.min(...failing.map((one) => one.last_success_at ?? rule.created_at))
  const params = { org, number: String(rule.number) }
  const count = rule.targets.length
  const [only] = failing
  const failed =
    count === 1 && only ? only.label : `${failing.length} of ${counted(count, 'target')}`
  return {
    id: `notification ${rule.number}`,
    since: Number.isFinite(since) ? since : rule.created_at,
    what: (
      <Link
        to="/$org/settings/notifications/$number"
        params={params}
        data-row-link
        className={whatClass}
      >
        <WarningSign className="size-3.5" />
        <span className="whitespace-normal wrap-anywhere md:max-w-36">{rule.name}</span>
      </Link>
    ),
    cause: `Notification failing, ${failed}`,
    next: (
      <Link
        to="/$org/settings/notifications/$number"
        params={params}
        search={{ state: ['failed', 'waiting'] }}
        className={nextClass}
        aria-label={`Deliveries of ${rule.name}`}
      >
        Deliveries
      </Link>
    ),
  }
}

/** Environments that the user snoozed; they stay counted everywhere. */
function SnoozedList(props: { org: string; snoozed: Attention[]; snooze: Snooze }) {
  const { org, snoozed, snooze } = props
  return (
    <div className="border-t border-line px-4 py-2 text-table">
      <Disclosure label={`${snoozed.length} snoozed by you`}>
        <ul aria-label="Snoozed">
          {snoozed.map(({ environment_name: env, since, snoozed_at }) => (
            <li key={env} className="flex min-h-9 flex-wrap items-center gap-x-3">
              <Link
                to="/$org/environments/$env"
                params={{ org, env }}
                className="inline-flex min-w-0 items-center gap-1.5 font-medium text-text no-underline hover:underline max-md:min-h-11"
              >
                <VerdictMark verdict="non-compliant" />
                <span className="truncate">{env}</span>
              </Link>
              <span className="flex-1 text-muted">
                <TimeSince at={since} />, snoozed <TimeAgo at={snoozed_at ?? 0} suffix />
              </span>
              <Button
                kind="quiet"
                size="small"
                disabled={snooze.isBusy}
                aria-label={`End snooze of ${env}`}
                onClick={() => snooze.end(env)}
              >
                End snooze
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
