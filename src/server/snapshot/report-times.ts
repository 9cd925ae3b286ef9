import { learnInterval, withReport } from '#domain/environment/report-rhythm.ts'
import { silenceBefore } from '#domain/environment/silence.ts'
import type { Statement } from '#server/database/org-database.ts'
import type { EnvironmentRow } from '#server/environment/queries.ts'
import { reportingRules } from '#server/organization/settings.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { insertSilence } from './append-queries.ts'
import type { stateOf } from './queries.ts'

/** Fields of an environment's state that say when it reported. */
export interface ReportTimes {
  /** Instant among the changes of the environment: never before the last one. */
  last_reported_at: number
  /** Unix seconds by the clock of the service, which may have been set back. */
  heard_at: number
  report_rhythm: string
  learned_interval: number | null
}

/**
 * Returns what a report changes in the times of an environment, and the statements that store the
 * silence that it ends.
 * @param at instant of the report among the changes of the environment, never before the last one
 */
export async function timesOfReport(
  { org, at: heard_at }: UnitOfWork,
  environment: EnvironmentRow,
  state: Awaited<ReturnType<typeof stateOf>>,
  at: number,
): Promise<{ fields: ReportTimes; writes: Statement[] }> {
  const rhythm = withReport(state.report_rhythm, heard_at)
  const { minutes } = await reportingRules(org, heard_at)
  const silence = silenceBefore({ ...environment, ...state }, minutes, heard_at)
  return {
    fields: {
      last_reported_at: at,
      heard_at,
      report_rhythm: JSON.stringify(rhythm),
      learned_interval: learnInterval(rhythm)?.interval ?? null,
    },
    writes: silence ? [insertSilence(org, environment.id, silence)] : [],
  }
}
