import { useQuery } from '@tanstack/react-query'
import { DrawingCard } from '#web/chart/drawing-card.tsx'
import { flipCauseText } from '#web/domain-ui/cause-labels.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { VerdictTimeLegend } from '#web/domain-ui/verdict-time-legend.tsx'
import { verdictOfRunning, VerdictLabel, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PendingCard } from '#web/ui/skeleton.tsx'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { BandDrawing, fillOf } from './band-drawing.tsx'
import { bandDays, bandText, spansOf } from './band-spans.ts'
import { verdictRunsQuery } from './verdict-runs-query.ts'

/** When and why did the verdict of an environment change? Of 90 days, with a mark for each flip. */
export default function BandCard(props: { org: string; env: string }) {
  const { org, env } = props
  const query = useQuery(verdictRunsQuery(org, [env], bandDays))
  if (!query.data) {
    return query.isError ? (
      <LoadFailed what="When the verdict changed" onRetry={query.refetch} />
    ) : (
      <PendingCard shape="chart" className="h-[9.375rem]" />
    )
  }
  const { environments, to } = query.data
  const spans = environments[0] ? spansOf(environments[0], to) : []
  if (spans.length === 0) return null
  return (
    <DrawingCard
      title="When and why did it change?"
      answer={bandText(spans)}
      renderDrawing={(width) => <BandDrawing {...{ org, env, spans, width }} />}
      legend={
        <div className="mt-2">
          <VerdictTimeLegend drawn={new Set(spans.map(fillOf))} />
        </div>
      }
      renderTable={() => ({
        label: 'Verdicts over time',
        caption: `Verdicts of ${env}, newest first`,
        headings: ['Since, UTC', 'Verdict', 'For', 'Snapshot', 'Cause'],
        rows: spans.toReversed().map((span) => ({
          key: span.from,
          cells: {
            'Since, UTC': <TimeStamp at={span.from} form="moment" />,
            Verdict: span.isByException ? (
              <span className="inline-flex items-center gap-1.5">
                <VerdictMark verdict="compliant" silent isQualified />
                Compliant by exception
              </span>
            ) : (
              <VerdictLabel
                verdict={verdictOfRunning(span.state)}
                {...(span.isStale && { isStale: true, label: 'Stale' })}
              />
            ),
            For: durationOf(span.to - span.from),
            Snapshot: (
              <SnapshotLink
                org={org}
                environment={env}
                index={span.index}
                className="text-inherit hover:underline"
              >
                #{span.index}
              </SnapshotLink>
            ),
            Cause: span.isStale
              ? 'No report came when one was due'
              : span.isFlip
                ? flipCauseText(span)
                : 'State at start of period',
          },
        })),
      })}
    />
  )
}
