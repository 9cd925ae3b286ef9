import { type Kysely, sql } from 'kysely'

/** What an erasure may change of a row: hashes, times and what happened stay. */
const erasable = {
  record: ['actor', 'address', 'key_label', 'subject', 'body', 'before', 'personal'],
  // The day is computed after the trigger.
  record_seal: ['actor', 'key_label', 'object', 'day'],
}

const letErase = (table: string, columns: readonly string[]) => sql`
  drop trigger append_only on ${sql.table(table)};
  create trigger append_only before truncate on ${sql.table(table)}
    for each statement execute function refuse_change();
  create trigger unchanged before update on ${sql.table(table)}
    for each row execute function refuse_rewrite(${sql.join(columns.map((name) => sql.lit(name)))})`

/**
 * Stores salts of what entries of the audit log say about people, so that it can be erased and the
 * hashes hold. Entries of before have none: theirs cover the names themselves.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table record add column personal text`.execute(database)
  await sql`
    create function refuse_rewrite() returns trigger language plpgsql as $$
      begin
        if current_setting('cairn.erase', true) = 'on'
          and to_jsonb(old) - tg_argv = to_jsonb(new) - tg_argv
        then return new;
        end if;
        raise exception '% is append-only: % is refused', tg_table_name, tg_op
          using errcode = 'restrict_violation';
      end $$`.execute(database)
  for (const [table, columns] of Object.entries(erasable))
    await letErase(table, columns).execute(database)
}
