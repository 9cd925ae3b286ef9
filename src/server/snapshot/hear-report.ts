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
  last_reported_at: number
  heard_at: number
  report_rhythm: string
  learned_interval: number | null
}

/**
 * Tells what a report of a locked environment says about the next one, and stores the silence that
 * it ends.
 * @param at instant of the report among the changes of the environment, never before the last one
 */
export async function hearReport(
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
