import type { Lane, Moment } from './timeline.ts'

/** Marks that would overlap, drawn as one with their number. */
export interface Cluster {
  x: number
  moments: Moment[]
}

/** A lane with everything in its place. */
export interface PlacedLane {
  lane: Lane
  /** Middle of the wire. */
  y: number
  /** Where the name stands. */
  label: { x: number; y: number }
  clusters: Cluster[]
  /** End of what is there. */
  end: number
  missing: { x: number; text: string } | null
}

/** The drawing of a timeline, in pixels. */
export interface TimelineLayout {
  width: number
  height: number
  start: number
  ticks: { x: number; text: string }[]
  lanes: PlacedLane[]
}

const markSize = 14
const gapOfMarks = markSize + 2
const roomOfTick = 64
const mostTicks = 8

/** Places lanes on a time axis as wide as the card; `compact` puts names above their lanes. */
export function layOut(lanes: readonly Lane[], width: number, compact: boolean): TimelineLayout {
  const times = lanes.flatMap((lane) => lane.moments.map((moment) => moment.at))
  const first = Math.min(...times)
  const last = Math.max(...times)
  const hasMissing = lanes.some((lane) => lane.missing.length > 0)
  const start = compact ? 0 : 112
  const from = start + gapOfMarks / 2
  const to = width - (hasMissing ? 56 : markSize)
  const xOf = (at: number) =>
    from + (last > first ? ((at - first) / (last - first)) * (to - from) : 0)

  const rowHeight = compact ? 48 : 42
  const top = compact ? 30 : 28
  const placed = lanes.map((lane, index): PlacedLane => {
    const y = top + index * rowHeight
    const clusters = clusterOf(lane.moments, xOf)
    return {
      lane,
      y,
      label: compact ? { x: 0, y: y - 14 } : { x: 0, y: y + 4 },
      clusters,
      end: clusters.at(-1)?.x ?? from,
      missing:
        lane.missing.length > 0 ? { x: width - markSize, text: missingText(lane.missing) } : null,
    }
  })
  const bottom = top + (lanes.length - 1) * rowHeight
  return {
    width,
    height: bottom + (compact ? 30 : 48),
    start,
    ticks: ticksOf(first, last, Math.min(mostTicks, Math.floor((to - from) / roomOfTick))).map(
      (tick) => ({
        x: xOf(tick.at),
        text: tick.text,
      }),
    ),
    lanes: placed,
  }
}

function missingText(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `${names.length} missing`
}

/** Gathers moments that lie closer than a mark is wide, in their order. */
function clusterOf(moments: readonly Moment[], xOf: (at: number) => number): Cluster[] {
  const clusters: Cluster[] = []
  for (const moment of [...moments].sort((a, b) => a.at - b.at)) {
    const x = xOf(moment.at)
    const open = clusters.at(-1)
    const isNear = open !== undefined && x - open.x < gapOfMarks
    if (isNear && isEvidence(open.moments[0]) === isEvidence(moment)) open.moments.push(moment)
    // Evidence does not cover the beginning of what it is about: it moves aside by a mark.
    else clusters.push({ x: isNear ? open.x + gapOfMarks : x, moments: [moment] })
  }
  return clusters
}

function isEvidence(moment: Moment | undefined): boolean {
  return moment?.verdict != null
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps = [
  0.01,
  0.02,
  0.05,
  0.1,
  0.2,
  0.5,
  1,
  2,
  5,
  10,
  15,
  30,
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
  const date = new Date(Math.round(at * 1_000))
  if (step >= day) {
    return new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }).format(date)
  }
  const clock = date.toISOString().slice(11)
  if (step >= minute) return clock.slice(0, 5)
  if (step >= 1) return clock.slice(0, 8)
  return clock.slice(6, step >= 0.1 ? 10 : 11)
}
