import { type RawBuilder, sql } from 'kysely'
import { daySeconds } from '#domain/common/days.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'

/** How old evidence may be, as values of a query: a text of JSON, and an instant. */
export interface LimitValues {
  ages: string
  now: number
}

/** Returns limits as values of a query. */
export const limitValues = ({ maxAgeDays, now }: EvidenceLimits): LimitValues => ({
  ages: JSON.stringify(maxAgeDays),
  now,
})

/** Condition that evidence of a full type, recorded at an instant, is older than allowed. */
export const isExpired = (
  type: RawBuilder<unknown>,
  recordedAt: RawBuilder<unknown>,
  { ages, now }: LimitValues,
) =>
  sql<boolean>`coalesce((${recordedAt})::float8
    + (${ages}::json ->> (${type}))::float8 * ${sql.lit(daySeconds)}
    <= ${now}::float8, false)`
