import * as z from 'zod/mini'

/** The longest interval that can be set: a year. */
export const maxReportingMinutes = 527_040

/** Minutes without a report after which an environment is stale. */
export const reportingMinutes = z.int().check(z.gte(1), z.lte(maxReportingMinutes))

/** Bases of the interval after which an environment is stale, the strongest first. */
export const reportingBases = ['environment', 'type', 'learned', 'assumed'] as const
export type ReportingBasis = (typeof reportingBases)[number]

/** After which silence an environment is stale, and what says so. */
export const reportingInterval = z.object({
  /** Seconds without a report after which it is stale. */
  interval: z.number(),
  /** Set for the environment or for its type, learned, or assumed before there are reports enough. */
  basis: z.enum(reportingBases),
  /** Seconds within which 19 of 20 of its reports came; null before there are enough. */
  usual: z.nullable(z.number()),
  /** Number of reports that this was learned from, and seconds from the first to the last of them. */
  report_count: z.int(),
  span: z.number(),
})
export type ReportingInterval = z.output<typeof reportingInterval>

/** The environment from which no report came when one was due, and what said when. */
export const silentEnvironment = z.object({
  /** Of a logical environment, the member that it became stale with. */
  environment_name: z.string(),
  last_reported_at: z.number(),
  /** Seconds after which it was stale. */
  interval: z.number(),
  basis: z.enum(reportingBases),
})
export type SilentEnvironment = z.output<typeof silentEnvironment>

/** When a physical environment becomes stale without another report; null for never. */
export const nextSilence = z.object({
  environment_name: z.string(),
  stale_at: z.nullable(z.number()),
})
export type NextSilence = z.output<typeof nextSilence>

/** A time without a report that lasted longer than the interval of its environment. */
export const silence = z.object({
  /** When a report was due. */
  from: z.number(),
  /** When the next one came, or it was archived; null if neither has happened. */
  to: z.nullable(z.number()),
  /** The last report before it. */
  last_reported_at: z.number(),
})
export type Silence = z.output<typeof silence>
