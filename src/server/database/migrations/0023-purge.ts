import { type Kysely, sql } from 'kysely'

// Rows of the audit log go with their organization, in a transaction that says which one it purges.
const refuseDelete = sql`
  create function refuse_delete() returns trigger language plpgsql as $$
    begin
      if old.org_id = current_setting('cairn.purge', true)
        and exists (select from organization where id = old.org_id and purge_at is not null)
      then return old;
      end if;
      raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$`

const keep = (table: string) => sql`
  drop trigger append_only on ${sql.table(table)};
  create trigger append_only before update or truncate on ${sql.table(table)}
    for each statement execute function refuse_change();
  create trigger kept before delete on ${sql.table(table)}
    for each row execute function refuse_delete()`

/**
 * Lets an organization be deleted with all its rows once its grace has ended, and stores when
 * evidence that no row names was last collected.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table organization add column purge_at double precision`.execute(database)
  await refuseDelete.execute(database)
  for (const table of ['record', 'record_seal']) await keep(table).execute(database)
  await sql`alter table instance add column collected_at double precision`.execute(database)
}
