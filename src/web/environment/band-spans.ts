import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listVerdictRuns } from '#contract/verdict/verdict-history.ts'
import { timesText } from '#domain/common/counted.ts'
import { daySeconds } from '#domain/common/days.ts'
import { splitHistory } from '#domain/environment/standing-time.ts'
import { unvouchedTime } from '#web/domain-ui/compliant-time.ts'
import { durationOf } from '#web/ui/time-text.ts'

type History = ResponseOf<typeof listVerdictRuns>['environments'][number]
type Run = History['runs'][number]

/** A stretch of time with one verdict. */
export interface Span {
  /** Unix seconds. */
  from: number
  to: number
  state: boolean | null
  /** The snapshot that began it, and why; null cause for a report. */
  index: number
  cause: Run['cause']
  /** Of a report, the artifact that began to fail or exited, if one did. */
  artifact_name: Run['artifact_name']
  /** Whether it began within the window: only then it is a flip to be seen. */
  isFlip: boolean
  /** Whether a report was due before it. */
  isStale: boolean
  /** Compliant, carried by exceptions. */
  isByException: boolean
}

/** How far back a band reaches, in days. */
export const bandDays = 90

/**
 * The verdicts of the last 90 days, or since the first report where that is later. Where no report
 * came although one was due, nobody knows.
 */
export function spansOf(history: History, to: number): Span[] {
  const { runs } = history
  const start = to - bandDays * daySeconds
  return runs.flatMap(({ snapshot_index, from, state, cause, artifact_name }, at) => {
    const span = {
      from: Math.max(start, from),
      to: Math.max(start, runs[at + 1]?.from ?? to),
      state,
    }
    const parts = splitHistory(span, history)
    const known = parts.find(({ isStale }) => !isStale)
    return parts.map((part) => ({
      ...part,
      index: snapshot_index,
      cause,
      artifact_name,
      isFlip: part === known && at > 0 && from >= start,
    }))
  })
}

/** Shares of the time in percent, by verdict. */
export function sharesOf(spans: readonly Span[]) {
  const all = spans.reduce((sum, span) => sum + span.to - span.from, 0) || 1
  const of = (state: boolean | null, { isStale = false, isByException = false } = {}) => {
    const some = spans.filter(
      (span) =>
        span.state === state && span.isStale === isStale && span.isByException === isByException,
    )
    return (some.reduce((sum, span) => sum + span.to - span.from, 0) / all) * 100
  }
  return {
    compliant: of(true),
    byException: of(true, { isByException: true }),
    nonCompliant: of(false),
    unknown: of(null),
    stale: of(null, { isStale: true }),
  }
}

/**
 * "In 90 days: 80 % compliant, 11.4 % compliant by exception, 8.6 % non-compliant. UTC.", and what else
 * counts as compliant.
 */
export function bandText(spans: readonly Span[]): string {
  const [first] = spans
  const last = spans.at(-1)
  if (!first || !last) return 'Nothing was reported yet.'
  const window = windowText(last.to - first.from)
  const shares = sharesOf(spans)
  const parts = [
    [shares.compliant, 'compliant'],
    [shares.byException, 'compliant by exception'],
    [shares.nonCompliant, 'non-compliant'],
    [shares.unknown, 'unknown'],
    [shares.stale, 'stale'],
  ] as const
  const texts = parts
    .filter(([share]) => share > 0)
    .map(([share, label]) => `${percentOf(share)} ${label}`)
  const remark = shares.compliant > 0 ? ` Compliant includes ${unvouchedTime}.` : ''
  return `${window}: ${texts.join(', ')}. UTC.${remark}`
}

function windowText(seconds: number): string {
  const days = seconds / daySeconds
  return days > bandDays - 0.5
    ? `In ${bandDays} days`
    : `Since the first report, ${lengthText(days)} ago`
}

/** "In 90 days the verdict flipped 3 times; it was non-compliant once, for 1 d 7 h." */
export function flipsText(spans: readonly Span[]): string {
  const [first] = spans
  const last = spans.at(-1)
  if (!first || !last) return 'Nothing was reported yet.'
  const window = windowText(last.to - first.from).replace(/ago$/, 'ago,')
  const flips = spans.filter(({ isFlip }) => isFlip).length
  const failing = spans.filter(({ state, isStale }) => state === false && !isStale)
  const times = new Set(failing.map(({ index }) => index)).size
  const seconds = failing.reduce((sum, span) => sum + span.to - span.from, 0)
  const trouble =
    times === 0
      ? 'it was never non-compliant'
      : `it was non-compliant ${timesText(times)}, for ${durationOf(seconds)}`
  return `${window} the verdict ${flips === 0 ? 'never flipped' : `flipped ${timesText(flips)}`}; ${trouble}.`
}

const lengthText = (days: number) =>
  days < 1 ? 'less than a day' : days < 2 ? '1 day' : `${Math.floor(days)} days`

/** With a decimal; what is not nothing is never 0 %, and what is not all never 100 %. */
const percentOf = (share: number) =>
  share === 100 ? '100 %' : `${Math.min(99.9, Math.max(0.1, share)).toFixed(1)} %`

/** A mark is pressed so far to its left and right, in pixels. */
const reach = 12

/** Where marks are pressed that stand in a row: around them, at most to the middle between two. */
export const targetsOf = (marks: readonly number[]) =>
  marks.map((at, index) => {
    const [before = -Infinity, after = Infinity] = [marks[index - 1], marks[index + 1]]
    const x = Math.max(at - reach, (before + at) / 2)
    return { x, width: Math.min(at + reach, (at + after) / 2) - x }
  })
