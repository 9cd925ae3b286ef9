import type { Artifact } from '#contract/artifact/artifact.ts'
import { Card } from '../ui/card.tsx'
import { TimeStamp } from '../ui/time.tsx'

/** What happened to an artifact, newest first, as it is recorded. */
export function HistoryCard(props: { history: Artifact['history'] }) {
  const { history } = props
  return (
    <Card title="History" remark={`${history.length} ${history.length === 1 ? 'event' : 'events'}`}>
      <ol className="border-t border-line py-1 text-table">
        {[...history].reverse().map(({ event, timestamp }, index) => (
          <li
            key={`${history.length - index}/${timestamp}`}
            className="flex items-baseline gap-4 px-4 py-1.5"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{event}</span>
            <span className="shrink-0 text-muted tabular-nums">
              <TimeStamp at={timestamp} form="stamp" />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
