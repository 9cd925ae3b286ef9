import type { Databases } from './database/databases.ts'
import type { CallCounts } from './database/system/call-counts.ts'
import type { EvidenceUsage } from './database/system/evidence-usage.ts'
import { gatherMissingStatistics } from './database/system/gather-statistics.ts'
import { retentionSeconds } from './idempotency/answer-once.ts'
import type { Context } from './request/handler.ts'

interface Dependencies extends Pick<Context, 'systemDatabase' | 'clock'> {
  usage: EvidenceUsage
  calls: CallCounts
  database: Databases['system']
}

/** Forgets what nobody needs any more, and sees that the planner knows the tables. */
export async function hourlyWork({ usage, systemDatabase, calls, database, clock }: Dependencies) {
  await usage.releaseOld(clock())
  await systemDatabase.forgetKeys(clock() - retentionSeconds)
  await calls.forget(database, clock())
  await gatherMissingStatistics(database)
}
