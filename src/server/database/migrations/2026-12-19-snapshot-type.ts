import { type Kysely, sql } from 'kysely'

// What was reported stays of the type it was reported with, also where the environment gets another.
const type = sql`
  alter table snapshot add column type text;
  update snapshot set type = environment.type from environment
    where environment.org_id = snapshot.org_id and environment.id = snapshot.environment_id;
  alter table snapshot alter column type set not null`

/** The type of environment that a snapshot is of. */
export async function up(database: Kysely<never>): Promise<void> {
  await type.execute(database)
}
