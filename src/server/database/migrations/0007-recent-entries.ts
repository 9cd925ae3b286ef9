import { type Kysely, sql } from 'kysely'

/**
 * Keeps apart the entries that reports changed last in a large status, so that a report writes these
 * and not all of it. A status from before, without such entries, is written whole once more.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table trail_status add column recent json`.execute(database)
  // The version before writes a status whole and knows of no such entries, which are in it then.
  await sql`
    create function drop_recent() returns trigger language plpgsql as $$
      begin
        new.recent := '[]';
        return new;
      end $$`.execute(database)
  await sql`
    create trigger drop_recent before update of status on trail_status
      for each row when (json_array_length(new.recent) > 0) execute function drop_recent()
  `.execute(database)
}
