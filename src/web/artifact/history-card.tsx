import { Link } from '@tanstack/react-router'
import type { ArtifactDetail } from '#contract/artifact/artifact.ts'
import { counted } from '#domain/common/counted.ts'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { verdictOfState, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeStamp, TimeAgo } from '#web/ui/time.tsx'
import type { HistoryEntry } from './history.ts'

/** History of an artifact, newest first; reports of evidence stand in its evidence. */
export function HistoryCard(props: { org: string; history: readonly HistoryEntry[] }) {
  const { org, history } = props
  return (
    <Card title="History" remark={counted(history.length, 'event')}>
      <ol className="border-t border-line py-1 text-table">
        {history.map(({ at, text, snapshot }, index) => (
          <li key={`${history.length - index}/${at}`} className="px-4 py-1.5">
            <span className="block wrap-anywhere">
              {text}{' '}
              {snapshot && (
                <SnapshotLink
                  org={org}
                  environment={snapshot.environment}
                  index={snapshot.index}
                  className="font-medium text-text hover:underline max-md:py-3"
                >
                  {snapshot.environment}
                </SnapshotLink>
              )}
            </span>
            <span className="block text-meta text-muted tabular-nums">
              <TimeStamp at={at} form="stamp" />
              {snapshot && `, snapshot #${snapshot.index}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The reports of one fingerprint in a flow, to go from one to the other; nothing if it is one. */
export function ReportsCard(props: { detail: ArtifactDetail }) {
  const { artifact, reports, has_more_reports: hasMore } = props.detail
  if (reports.length < 2) return null
  return (
    <Card
      title="Reports of this fingerprint"
      remark={hasMore ? `the newest ${reports.length}` : `${reports.length} in this flow`}
    >
      <ul className="border-t border-line py-1 text-table">
        {reports.map((report) => {
          const isShown = report.artifact_id === artifact.artifact_id
          return (
            <li
              key={report.artifact_id}
              data-shown={isShown || undefined}
              className="flex min-h-8 flex-wrap items-center gap-x-3 px-4 py-1 data-shown:bg-accent-tint max-md:min-h-11"
            >
              <span className="basis-full">
                <VerdictLabel
                  verdict={verdictOfState[report.state]}
                  qualifiers={report.qualifiers}
                />
              </span>
              <Link
                to="."
                search={{ artifact_id: report.artifact_id }}
                aria-current={isShown ? 'true' : undefined}
                title={report.trail_name ?? ''}
                className="min-w-0 truncate py-1 font-medium text-text hover:underline max-md:py-3"
              >
                {report.trail_name ?? 'Without a trail'}
              </Link>
              <span className="min-w-0 flex-1 truncate text-muted">
                {report.template_reference_name}
              </span>
              <span className="shrink-0 text-muted">
                <TimeAgo at={report.created_at} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
