import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import { TimeStamp } from '../ui/time.tsx'
import { causeLabels, whoLabels } from '../ui/cause-words.ts'
import { durationOf } from '../ui/time-text.ts'
import { countLabels } from './words.ts'

/** What a snapshot says of itself: its place, when it was in force, what it counts, who reported. */
export function SnapshotFacts(props: { snapshot: SnapshotPage }) {
  const { snapshot } = props
  const { from, to, duration, type, reported_by, cause } = snapshot
  return (
    <>
      <span>{type}</span>
      <span className="flex-wrap">
        <TimeStamp at={from} form="moment" /> to{' '}
        {to === null ? 'now' : <TimeStamp at={to} form="moment" />} UTC, for{' '}
        <span className="font-medium text-text">{durationOf(duration)}</span>
      </span>
      <span>{countLabels(snapshot)}</span>
      <span>
        {causeLabels(cause)}, {whoLabels(cause, reported_by)}
      </span>
    </>
  )
}
