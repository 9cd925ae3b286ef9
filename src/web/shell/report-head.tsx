import { useQueryClient } from '@tanstack/react-query'
import { datedOf, localClockOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { Logo } from './logo.tsx'
import './print.css'

/**
 * Head of a page on paper: whose records these are, as of when, who printed them, where
 * they are found, and lines to sign on.
 */
export default function ReportHead(props: { org: string; user: string }) {
  const now = useNow()
  const cache = useQueryClient().getQueryCache()
  const shown = cache
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined })
    .map(({ state }) => state.dataUpdatedAt / 1_000)
  const lines: [string, string][] = [
    ['Organization', props.org],
    ...(shown.length > 0 ? [['As of', bothZones(Math.min(...shown))] as [string, string]] : []),
    ['Printed by', `${props.user}, ${bothZones(now)}`],
    ['Address', location.href],
    ['Times', 'UTC, unless a zone is named'],
  ]
  return (
    <>
      <header className="report-head">
        <p className="flex mb-4 items-center gap-1.5 border-b-2 border-text pb-2 text-meta">
          <Logo />
          <b className="font-semibold">Cairn</b>{' '}
          <span className="text-muted">compliance report</span>
        </p>
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 border-t border-b border-line-strong py-2 text-mini">
          {lines.map(([term, text]) => (
            <div key={term} className="contents">
              <dt className="text-muted">{term}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      </header>
      <ul className="signature-lines">
        {['Prepared by, date', 'Reviewed by, date', 'Auditor, date'].map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </>
  )
}

/** A moment in UTC, and on the reader's clock where that is another. */
function bothZones(at: number): string {
  const utc = `${datedOf(at)} UTC`
  const local = localClockOf(at)
  return utc.endsWith(local) ? utc : `${utc} · ${local}`
}
