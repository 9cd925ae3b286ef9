import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Clock } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { RecentChange } from '#contract/overview/overview.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { versionOf } from '#domain/snapshot/artifact-version.ts'
import { causeByText, flipCauseText } from '#web/domain-ui/cause-labels.ts'
import { QualifiedMark } from '#web/domain-ui/qualified-mark.tsx'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { dayOf, durationOf, isoOf, minuteOfDay } from '#web/ui/time-text.ts'
import { type OverviewSearch, recentChangesQuery } from './queries.ts'
import { shortName } from './queue-row.ts'

/** The last flips, deployments and silences: what happened since one looked. */
export function ChangesCard(props: { org: string; search: OverviewSearch }) {
  const { org, search } = props
  const query = useQuery(recentChangesQuery(org, search))
  // Drawn in small steps, as an answer by itself is not.
  const data = useDeferredValue(query.data)
  if (!data) {
    if (query.isError) return <LoadFailed what="Recent changes" onRetry={query.refetch} />
    return <SkeletonRows rows={14} />
  }
  const { changes } = data
  const days = [...new Set(changes.map(({ at }) => dayStart(at)))]
  return (
    <Card title="Recent changes" remark="UTC" isFilled>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {changes.length === 0 && (
          <p className="px-4 pb-4 text-table text-muted">
            No flip, no deployment and no silence in this period.
          </p>
        )}
        {days.map((day) => (
          <section key={day}>
            <h3 className="px-4 pt-2 pb-1 text-meta font-medium text-muted">{dayLabel(day)}</h3>
            <ul>
              {changes
                .filter(({ at }) => dayStart(at) === day)
                .map((change) => (
                  <li key={keyOf(change)}>
                    <Line org={org} change={change} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="flex items-center justify-between border-t border-line px-4 py-2 text-meta text-muted">
        <span>{changes.length > 0 && `The last ${changes.length}`}</span>
        <Link
          to="/$org/events"
          params={{ org }}
          search={{ range: search.range ?? '7d', ...(search.tag?.length && { tag: search.tag }) }}
          className="inline-flex items-center text-accent no-underline hover:underline max-md:min-h-11"
        >
          All events
        </Link>
      </p>
    </Card>
  )
}

const keyOf = (change: RecentChange) =>
  [
    change.kind,
    change.environment_name,
    'snapshot_index' in change ? change.snapshot_index : change.at,
    'name' in change && change.name,
  ].join()

function dayLabel(day: number): string {
  const today = dayStart(Date.now() / 1_000)
  const name = dayOf(day, today)
  if (day === today) return `Today, ${name}`
  return day === today - daySeconds ? `Yesterday, ${name}` : name
}

type Flip = Extract<RecentChange, { kind: 'flip' }>

/** Why a verdict flipped and whose doing it was; of a report, by which artifact. */
const flipText = (flip: Flip): string =>
  flip.cause ? causeByText(flip.cause) : flipCauseText({ ...flip, state: flip.after })

/** Deployed artifact, and the one it replaced: of the same name, its version says it. */
function deploymentLabels(name: string, replaced: string | null, environment: string) {
  const now = versionOf(shortName(name))
  const before = replaced === null ? null : versionOf(shortName(replaced))
  if (before?.name === now.name) {
    const isSame = before.version === now.version
    const versions = isSame ? 'another build' : `${before.version ?? '–'} → ${now.version ?? '–'}`
    return { title: now.name, below: `${versions} in ${environment}` }
  }
  const instead = before ? `, replaces ${before.name}` : ''
  return { title: now.name, below: `${now.version ?? 'started'} in ${environment}${instead}` }
}

function textOf(change: RecentChange): { title: string; below: string } {
  const { kind, environment_name } = change
  if (kind === 'flip') return { title: environment_name, below: flipText(change) }
  if (kind === 'silence') {
    const silence = durationOf(change.at - change.last_reported_at)
    return { title: environment_name, below: `Fell silent: no report for ${silence}` }
  }
  return deploymentLabels(change.name, change.replaced, environment_name)
}

function Line({ org, change }: { org: string; change: RecentChange }) {
  const isFlip = change.kind === 'flip'
  const { title, below } = textOf(change)
  const { environment_name: env } = change
  const to =
    change.kind === 'silence'
      ? ({ to: '/$org/environments/$env', params: { org, env } } as const)
      : ({
          to: '/$org/environments/$env/snapshots/$snapshot',
          params: { org, env, snapshot: String(change.snapshot_index) },
        } as const)
  return (
    <Link
      {...to}
      className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-baseline px-4 py-1 text-text no-underline hover:bg-hover max-md:min-h-11"
    >
      <time dateTime={isoOf(change.at)} className="text-meta text-muted">
        {minuteOfDay(change.at)}
      </time>
      <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
        <span className="flex items-center gap-2">
          <span className="flex-1 truncate text-table font-medium" title={title}>
            {title}
          </span>
          {change.kind === 'silence' && <Icon of={Clock} small className="text-muted" />}
          {isFlip && (
            <span className="inline-flex items-center gap-1">
              <QualifiedMark
                verdict={verdictOfRunning(change.before)}
                qualifiers={change.before_qualifiers}
                isStale={change.before_is_stale}
                size={12}
              />
              <Icon of={ArrowRight} small />
              <QualifiedMark
                verdict={verdictOfRunning(change.after)}
                qualifiers={change.after_qualifiers}
                isStale={change.after_is_stale}
                size={12}
              />
            </span>
          )}
        </span>
        <span className="truncate text-meta text-muted" title={below}>
          {below}
        </span>
      </span>
    </Link>
  )
}
