import { type RawBuilder, sql } from 'kysely'
import { daySeconds } from '#domain/common/days.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'

/** Condition that evidence of a full type, recorded at an instant, is older than allowed. */
export const isExpired = (
  type: RawBuilder<unknown>,
  recordedAt: RawBuilder<unknown>,
  { maxAgeDays, now }: EvidenceLimits,
) =>
  sql<boolean>`coalesce((${recordedAt})::float8
    + (${JSON.stringify(maxAgeDays)}::json ->> (${type}))::float8 * ${sql.lit(daySeconds)}
    <= ${now}::float8, false)`
