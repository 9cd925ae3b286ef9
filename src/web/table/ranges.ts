/** Relative ranges of time that a list can be narrowed to; apart, for the first route knows them. */
export const ranges = ['24h', '7d', '30d', '90d'] as const
export type TimeRangeName = (typeof ranges)[number]
