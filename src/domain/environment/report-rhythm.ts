/** When an environment reported so far: all that its usual interval is learned from. */
export interface ReportRhythm {
  /** Unix seconds of the newest report that counts. */
  counted_at: number
  /** Seconds between reports that count, oldest first. */
  gaps: readonly number[]
}

/** Seconds between reports that count: reports of one deployment are one. */
const minGap = 60
/** Gaps that are remembered: the newest ones. */
const maxGaps = 64
/** Reports that are needed to learn from. */
export const minReports = 5
/** Of the gaps, as many are at most as long as the usual one: nights count, an outage does not. */
const usualShare = 0.95
/** An environment is stale after so many usual gaps, but not within 5 minutes. */
const gapsUntilStale = 3
const minInterval = 300

/** Returns the rhythm with one more report; time that a clock went back is no gap. */
export function withReport(rhythm: ReportRhythm | null, at: number): ReportRhythm {
  const gap = rhythm ? at - rhythm.counted_at : 0
  if (!rhythm || gap < 0) return { counted_at: at, gaps: rhythm?.gaps ?? [] }
  if (gap < minGap) return rhythm
  return { counted_at: at, gaps: [...rhythm.gaps, Math.round(gap)].slice(-maxGaps) }
}

/** Expectation of an environment's next report, from those before. */
interface LearnedInterval {
  /** Seconds within which 19 of 20 reports came. */
  usual: number
  /** Seconds without a report after which it is stale. */
  interval: number
}

/** Returns the interval that a rhythm tells; null before enough reports came. */
export function learnInterval(rhythm: ReportRhythm | null): LearnedInterval | null {
  const gaps = rhythm?.gaps.toSorted((a, b) => a - b) ?? []
  const usual = gaps[Math.ceil(usualShare * gaps.length) - 1]
  if (usual === undefined || gaps.length < minReports - 1) return null
  return { usual, interval: Math.max(minInterval, gapsUntilStale * usual) }
}

/** Returns how many reports a rhythm was learned from, and the seconds from the first to the last. */
export function sampleOf(rhythm: ReportRhythm | null): { report_count: number; span: number } {
  const gaps = rhythm?.gaps ?? []
  return {
    report_count: rhythm ? gaps.length + 1 : 0,
    span: gaps.reduce((total, gap) => total + gap, 0),
  }
}
