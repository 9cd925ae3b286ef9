import type {
  EnvironmentOfArtifact,
  RunningPeriod,
} from '#contract/artifact/environments-of-artifact.ts'

/** A stretch of a period with one verdict; dots, the fill of what is missing, stand for unknown. */
export interface VerdictSegment {
  from: number
  to: number
  fill: 'compliant' | 'non-compliant' | 'missing'
}

/** A period by its verdicts, oldest first; what no verdict covers is unknown. @param now Unix seconds */
export function segmentsOf(
  { verdicts }: Pick<EnvironmentOfArtifact, 'verdicts'>,
  { started_index, exited_index, started_at, exited_at }: RunningPeriod,
  now: number,
): VerdictSegment[] {
  const end = exited_at ?? now
  const within = verdicts.filter(
    (one) =>
      (exited_index === null || one.from_index < exited_index) &&
      (one.to_index === null || one.to_index > started_index),
  )
  const marks = within.map((one) => ({
    from: Math.max(started_at, one.evaluated_at),
    fill: one.compliant ? ('compliant' as const) : ('non-compliant' as const),
  }))
  const last = within.at(-1)
  // A verdict that ended while it ran on: policies were detached, at a time that nobody kept.
  const isOpen = last !== undefined && last.to_index !== null && exited_index === null
  const first = marks[0]?.from ?? end
  const unknown = { from: started_at, to: first, fill: 'missing' as const }
  const segments = marks.map(({ from, fill }, at) => ({
    from,
    to: marks[at + 1]?.from ?? end,
    fill,
  }))
  const joined = segments.filter(({ fill }, at) => fill !== segments[at - 1]?.fill)
  const spread = joined.map((one, at) => ({ ...one, to: joined[at + 1]?.from ?? end }))
  if (isOpen) return [{ from: started_at, to: end, fill: 'missing' }]
  return first > started_at ? [unknown, ...spread] : spread
}

const words = { compliant: 'compliant', 'non-compliant': 'non-compliant', missing: 'unknown' }

/** The verdicts of a period in words: "unknown, then compliant". */
export const verdictLabels = (...of: Parameters<typeof segmentsOf>): string =>
  segmentsOf(...of)
    .map(({ fill }) => words[fill])
    .join(', then ')
