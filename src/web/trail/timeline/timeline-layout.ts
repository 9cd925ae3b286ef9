import { scaleOf } from './timeline-scale.ts'
import type { Lane, Moment } from './timeline.ts'

/** Marks that would overlap, drawn as one with their number. */
export interface Cluster {
  x: number
  moments: Moment[]
}

/** A lane with everything in its place. */
export interface DrawnLane {
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
interface TimelineLayout {
  width: number
  height: number
  start: number
  ticks: { x: number; text: string }[]
  breaks: { x: number; text: string }[]
  lanes: DrawnLane[]
}

const markSize = 14

/** Places lanes on a time axis as wide as the card; `compact` puts names above their lanes. */
export function layOut(lanes: readonly Lane[], width: number, compact: boolean): TimelineLayout {
  const times = lanes.flatMap((lane) => lane.moments.map((moment) => moment.at))
  const hasMissing = lanes.some((lane) => lane.missing.length > 0)
  const start = compact ? 0 : 112
  // On phones a finger tells neighbours apart.
  const gap = compact ? 24 : markSize + 2
  const from = start + gap / 2
  const { xOf, ticks, breaks } = scaleOf(times, from, width - (hasMissing ? 56 : gap))

  const rowHeight = compact ? 48 : 42
  const top = compact ? 30 : 28
  const placed = lanes.map((lane, index): DrawnLane => {
    const y = top + index * rowHeight
    const clusters = clusterOf(lane.moments, xOf, gap)
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
    height: bottom + (compact ? 44 : 48),
    start,
    ticks,
    breaks,
    lanes: placed,
  }
}

/** "app and 1 more", where the artifact itself is missing; else a number counts evidence alone. */
function missingText(missing: Lane['missing']): string {
  const [first] = missing
  if (missing.length === 1 || !first) return first?.name ?? ''
  const artifact = missing.find(({ type }) => type === null)
  return artifact ? `${artifact.name} and ${missing.length - 1} more` : `${missing.length} missing`
}

/** Gathers moments that lie closer than `gap`, in their order. */
function clusterOf(
  moments: readonly Moment[],
  xOf: (at: number) => number,
  gap: number,
): Cluster[] {
  const clusters: Cluster[] = []
  for (const moment of [...moments].sort((a, b) => a.at - b.at)) {
    const x = xOf(moment.at)
    const open = clusters.at(-1)
    const isNear = open !== undefined && x - open.x < gap
    if (isNear && isEvidence(open.moments[0]) === isEvidence(moment)) open.moments.push(moment)
    // Evidence does not cover the beginning of what it is about: it moves aside.
    else clusters.push({ x: isNear ? open.x + gap : x, moments: [moment] })
  }
  return clusters
}

function isEvidence(moment: Moment | undefined): boolean {
  return moment?.verdict != null
}
