import './scrubber.css'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SnapshotPage } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { flipCauseText } from '#web/domain-ui/cause-labels.ts'
import { type FillVerdict, Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { type Verdict, verdictOfRunning, verdicts } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** Neighbouring snapshots of one verdict. */
interface Span {
  /** Indices, both included. */
  first: number
  last: number
  verdict: Verdict
}

/** Dots stand for unknown, as in every chart. */
const fillOf = (verdict: Verdict): FillVerdict =>
  verdict === 'unknown' || verdict === 'not-asked' ? 'missing' : verdict

/** The same as they are drawn: compliant ones apart where exceptions carried them. */
export function partsOf(
  spans: readonly Span[],
  exceptions: SnapshotPage['exceptions'],
): { first: number; last: number; fill: FillVerdict }[] {
  return spans.flatMap(({ first, last, verdict }) => {
    const fill = fillOf(verdict)
    if (verdict !== 'compliant') return [{ first, last, fill }]
    const carried = exceptions
      .map((one) => ({
        first: Math.max(first, one.first_index),
        last: Math.min(last, one.last_index),
        fill: 'by-exception' as const,
      }))
      .filter((one) => one.first <= one.last)
    const between = [...carried, { first: last + 1, last }].flatMap((next, at) => {
      const from = (carried[at - 1]?.last ?? first - 1) + 1
      return from < next.first ? [{ first: from, last: next.first - 1, fill }] : []
    })
    return [...between, ...carried].toSorted((a, b) => a.first - b.first)
  })
}

/** How long a moving thumb rests before its snapshot is opened. */
const rest = 300

/** Each fill in words; dots stand for unknown, as in every chart. */
const labelOf = (fill: FillVerdict | undefined) =>
  fill === 'by-exception'
    ? 'Compliant by exception'
    : verdicts[
        fill === 'compliant' || fill === 'non-compliant' || fill === 'incomplete' ? fill : 'unknown'
      ].label

/** All snapshots of an environment by their verdict; the thumb opens any of them. */
export function Scrubber(props: { snapshot: SnapshotPage; onOpen: (index: number) => void }) {
  const { index, newest_index: count, verdict_runs: runs, oldest_at } = props.snapshot
  const [held, setHeld] = useState({ index, at: index })
  // Another snapshot was opened by other means.
  if (held.index !== index) setHeld({ index, at: index })
  const at = held.index === index ? held.at : index
  const open = useEffectEvent(props.onOpen)
  useEffect(() => {
    if (at === index) return
    const timer = setTimeout(() => open(at), rest)
    return () => clearTimeout(timer)
  }, [at, index])
  const { fills, definitions } = useVerdictFills()
  const spans = runs.map(({ first_index, state, since, cause, artifact_name }, number) => ({
    first: first_index,
    last: (runs[number + 1]?.first_index ?? count + 1) - 1,
    verdict: verdictOfRunning(state),
    since,
    cause,
    state,
    artifact_name,
  }))
  const from = spans.findLast(({ first }) => first <= at)
  const parts = partsOf(spans, props.snapshot.exceptions)
  const part = parts.findLast(({ first }) => first <= at)
  const label = labelOf(part?.fill)
  // Exceptions may carry it from later on than it is compliant.
  const since = part?.fill === 'by-exception' ? part.first : from?.first
  const shown = [...new Set(parts.map(({ fill }) => fill))]
  return (
    <Card title="Where did it flip?" answer={summaryOf(spans, parts, count)}>
      <div className="px-4 pt-1 pb-3">
        <div className="px-2" aria-hidden="true">
          <svg width="100%" height="12" className="block rounded-tag">
            {definitions}
            <rect width="100%" height="12" fill="var(--hover)" />
            {parts.map(({ first, last, fill }) => (
              <rect
                key={first}
                x={`${((first - 1) / count) * 100}%`}
                width={`${((last - first + 1) / count) * 100}%`}
                height="12"
                fill={fills[fill]}
              />
            ))}
          </svg>
        </div>
        <input
          type="range"
          min={1}
          max={count}
          value={at}
          aria-label="Snapshot"
          aria-valuetext={`Snapshot ${at} of ${count}, ${label}`}
          className="scrubber block h-6 w-full max-md:h-11"
          onChange={(event) => setHeld({ index, at: Number(event.currentTarget.value) })}
        />
        <p className="flex flex-wrap justify-between gap-x-4 text-meta text-muted">
          <span>
            #1, <TimeStamp at={oldest_at} form="stamp" />
          </span>
          <span className="font-medium text-text">
            #{at}, {label}
            {since !== undefined && since > 1 && ` since #${since}`}
            {from && at > 1 && at === from.first && `: ${flipCauseText(from)}`}
          </span>
          <span>#{count}, now</span>
        </p>
        {spans.length > 1 && <Flips flips={spans.slice(1)} at={at} onOpen={props.onOpen} />}
        {shown.length > 1 && (
          <p className="mt-2 flex flex-wrap gap-x-3 text-meta text-muted">
            {shown.map((fill) => (
              <span key={fill} className="inline-flex items-center gap-1.5">
                <Swatch verdict={fill} />
                {labelOf(fill)}
              </span>
            ))}
          </p>
        )}
      </div>
    </Card>
  )
}

type Flip = Pick<SnapshotPage['verdict_runs'][number], 'state' | 'cause' | 'artifact_name'> & {
  first: number
  verdict: Verdict
  since: number
}

/** The flips on both sides of a snapshot, each with its cause. */
function Flips(props: { flips: readonly Flip[]; at: number; onOpen: (index: number) => void }) {
  const { flips, at, onOpen } = props
  const before = flips.findLast(({ first }) => first < at)
  const after = flips.find(({ first }) => first > at)
  const button = (flip: Flip | undefined, label: string, key: string) =>
    flip && (
      <button
        type="button"
        title={`${flipCauseText(flip)}, ${key}`}
        className="min-w-0 truncate text-left text-text hover:underline max-md:min-h-11"
        onClick={() => onOpen(flip.first)}
      >
        {label}: #{flip.first} {verdicts[flip.verdict].label}{' '}
        <span className="text-muted">{flipCauseText(flip)}</span>
      </button>
    )
  return (
    <p className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-meta">
      {button(before, 'Previous flip', '{')}
      {button(after, 'Next flip', '}')}
    </p>
  )
}

function summaryOf(
  spans: readonly { verdict: Verdict }[],
  parts: ReturnType<typeof partsOf>,
  count: number,
): string {
  const [only] = spans
  if (spans.length > 1)
    return `${counted(spans.length - 1, 'flip')} in ${counted(count, 'snapshot')}.`
  const label = only ? verdicts[only.verdict].label : verdicts.unknown.label
  const carried = parts
    .filter(({ fill }) => fill === 'by-exception')
    .reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const by = carried === 0 ? '' : carried === count ? ', by exception' : `, ${carried} by exception`
  return `${label} in ${count === 1 ? 'the only snapshot' : `all ${counted(count, 'snapshot')}`}${by}.`
}
