import { type Kysely, sql } from 'kysely'

/**
 * Keeps apart the entries of artifacts that reports changed last in a large status, like those of the
 * trail itself, in a column of their own: the version before reads and writes that of the others.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table trail_status add column recent_of_artifacts json`.execute(database)
  // The version before writes a status whole and knows of no such entries, which are in it then.
  await sql`
    create function drop_recent_of_artifacts() returns trigger language plpgsql as $$
      begin
        new.recent_of_artifacts := '[]';
        return new;
      end $$`.execute(database)
  await sql`
    create trigger drop_recent_of_artifacts before update of status on trail_status
      for each row when (json_array_length(new.recent_of_artifacts) > 0)
      execute function drop_recent_of_artifacts()
  `.execute(database)
}
