import { dayAndMonthOf, durationOf } from '#web/ui/time-text.ts'

/** A time axis that spends no room on long stretches in which nothing happened. */
interface Scale {
  xOf: (at: number) => number
  ticks: { x: number; text: string }[]
  /** Stretches that were cut out: where, and how long they were. */
  breaks: { x: number; text: string }[]
}

interface Segment {
  first: number
  last: number
  x: number
  width: number
}

const breakWidth = 48
const leastWidth = 20
const maxBreaks = 3
/** A gap is cut out when it would take this share of the axis, and lasts this long. */
const longShare = 0.7
const longGap = 600
const roomOfTick = 64
const maxTicks = 8

/** Lays times out between two edges. */
export function scaleOf(times: readonly number[], from: number, to: number): Scale {
  const spans = spansOf([...new Set(times)].sort((a, b) => a - b))
  const total = spans.reduce((sum, { first, last }) => sum + last - first, 0)
  const cuts = (spans.length - 1) * breakWidth
  const room = Math.max(0, to - from - cuts - spans.length * leastWidth)
  let x = from
  const segments = spans.map((span): Segment => {
    const share = total > 0 ? (span.last - span.first) / total : 0
    const segment = { ...span, x, width: leastWidth + room * share }
    x += segment.width + breakWidth
    return segment
  })
  const xOf = (at: number) => {
    const segment = segments.findLast(({ first }) => at >= first) ?? segments[0]
    if (!segment || segment.last === segment.first) return segment?.x ?? from
    return segment.x + ((at - segment.first) / (segment.last - segment.first)) * segment.width
  }
  return {
    xOf,
    ticks: apart(
      segments.flatMap(({ first, last, width }) =>
        ticksOf(first, last, Math.min(maxTicks, Math.floor(width / roomOfTick))).map((tick) => ({
          x: xOf(tick.at),
          text: tick.text,
        })),
      ),
    ),
    breaks: segments.slice(1).map((segment, index) => ({
      x: segment.x - breakWidth / 2,
      text: durationOf(segment.first - (segments[index]?.last ?? segment.first)),
    })),
  }
}

/** A stretch in which nothing happened, and that takes most of the time around it. */
export interface Silence {
  from: number
  to: number
}

/** Silences between times, in their order. */
export function silencesOf(times: readonly number[]): Silence[] {
  const spans = spansOf([...new Set(times)].sort((a, b) => a - b))
  return spans
    .slice(1)
    .map(({ first }, index) => ({ from: spans[index]?.last ?? first, to: first }))
}

/** Cuts sorted times where the largest gap would take most of the axis. */
function spansOf(times: readonly number[]): { first: number; last: number }[] {
  const cuts: number[] = []
  for (let round = 0; round < maxBreaks && times.length > 2; round++) {
    const gaps = times.slice(1).map((at, index) => ({ index, size: at - (times[index] ?? at) }))
    const open = gaps.filter(({ index }) => !cuts.includes(index))
    const total = open.reduce((sum, gap) => sum + gap.size, 0)
    const largest = open.reduce((best, gap) => (gap.size > best.size ? gap : best), {
      index: -1,
      size: 0,
    })
    if (open.length < 2 || largest.size < Math.max(longGap, total * longShare)) break
    cuts.push(largest.index)
  }
  const edges = [-1, ...cuts.sort((a, b) => a - b), times.length - 1]
  return edges.slice(1).map((end, index) => ({
    first: times[(edges[index] ?? -1) + 1] ?? 0,
    last: times[end] ?? 0,
  }))
}

function apart(ticks: { x: number; text: string }[]): { x: number; text: string }[] {
  const least = roomOfTick - 16
  let last = -Infinity
  return ticks.filter(({ x }) => {
    const hasRoom = x - last >= least
    if (hasRoom) last = x
    return hasRoom
  })
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const fractions = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
const steps = [
  ...fractions,
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 91, 182, 365].map((count) => count * day),
]

/** Round moments between two times, at most `limit`, with as much of the clock as they need. */
export function ticksOf(
  first: number,
  last: number,
  limit: number,
): { at: number; text: string }[] {
  const span = last - first
  const step = steps.find((one) => span / one <= Math.max(1, limit)) ?? span
  const ticks = []
  for (let index = Math.ceil(first / step); index * step <= last; index++) {
    const at = index * step
    ticks.push({ at, text: tickText(at, step) })
  }
  return ticks.length > 0 ? ticks : [{ at: first, text: tickText(first, 1) }]
}

function tickText(at: number, step: number): string {
  // Midnight is said as the day that begins: hours alone do not tell which day they are of.
  if (step >= day || (step >= minute && at % day === 0)) return dayAndMonthOf(at)
  const clock = new Date(Math.round(at * 1_000)).toISOString().slice(11)
  if (step >= minute) return clock.slice(0, 5)
  if (step >= 1) return clock.slice(0, 8)
  return clock.slice(6, step >= 0.1 ? 10 : 11)
}
