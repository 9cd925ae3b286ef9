import { type Kysely, sql } from 'kysely'

/**
 * Gives the index of deployments by time a condition that all of them meet, so that only queries of a
 * window use it. Without statistics of the table the planner took its two equal columns for as good as
 * the whole key of what ran before in a slot, and read all that ever ran in the environment for each.
 * Reports wait while it is built.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index deployment_by_time on deployment (org_id, environment_id, started_at)
    where started_at >= 0`.execute(database)
  await sql`drop index if exists deployment_org_id_environment_id_started_at_idx`.execute(database)
}
