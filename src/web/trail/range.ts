const hour = 3_600

/** Relative ranges of time that a list can be narrowed to. */
export const ranges = ['24h', '7d', '30d', '90d'] as const
export type Range = (typeof ranges)[number]

/** Length of each range in seconds. */
export const secondsOf: Record<Range, number> = {
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
}

/** What each range is called. */
export const rangeLabels: Record<Range, string> = {
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  '90d': 'last 90 days',
}
