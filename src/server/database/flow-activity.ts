import { type RawBuilder, sql } from 'kysely'

const newestOf = (table: 'trail' | 'artifact' | 'attestation') => sql`(
  select max(created_at) from ${sql.table(table)} as one
  where one.org_id = flow.org_id and one.flow_id = flow.id)`

/**
 * When a trail of the joined flow last changed, null without trails: the newest of its rows, each
 * found by an index, and what leaves no new row. An index on the trails' own times would be written
 * with every report.
 */
export const latestActivity: RawBuilder<number | null> = sql`greatest(
  ${newestOf('trail')}, ${newestOf('artifact')}, ${newestOf('attestation')},
  (select at from flow_activity as other
    where other.org_id = flow.org_id and other.flow_id = flow.id))`
