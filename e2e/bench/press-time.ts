import type { Page } from '@playwright/test'

/** Milliseconds from a press until what it brings is painted. */
export interface PressTime {
  time: number
  /** Until the last answer of the service that came meanwhile; 0 for none. */
  answered: number
}

/** Returns the times of a press from the moments, by the page's clock, of it and of the paint. */
export function pressTimeOf(
  page: Page,
  moments: { begun: number; painted: number },
): Promise<PressTime> {
  return page.evaluate(
    ({ begun, painted }) => ({
      time: painted - begun,
      answered: Math.max(
        0,
        ...performance
          .getEntriesByType('resource')
          .map((one) => (one as PerformanceResourceTiming).responseEnd)
          .filter((end) => end <= painted)
          .map((end) => end - begun),
      ),
    }),
    moments,
  )
}

/** Describes how much of a time went by until the service had answered: the rest is drawing. */
export const describeAnswered = ({ answered }: { answered: number }): string =>
  answered > 0 ? `the last answer after ${answered.toFixed(0)} ms` : 'without an answer'
