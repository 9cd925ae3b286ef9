import { type Kysely, sql } from 'kysely'

/**
 * Marks overrides of the register in whose place a later record counts: to look that up for each that
 * has not ended took the longer the more there are. A trigger does so, as the version before reports,
 * too. What counts is removed only with the override itself. One statement at a time, as Citus takes
 * them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table override_entry add column is_replaced boolean not null default false
  `.execute(database)
  await sql`
    create function mark_replaced() returns trigger language plpgsql as $$
      begin
        update override_entry as entry set is_replaced = not exists (
            select from current_attestation as current
            where current.org_id = new.org_id and current.trail_id = new.trail_id
              and current.name = new.name and current.attestation_id = entry.id)
          where entry.org_id = new.org_id and entry.id in (old.attestation_id, new.attestation_id);
        return null;
      end $$`.execute(database)
  await sql`
    create trigger mark_replaced after update on current_attestation for each row
      when (old.attestation_id <> new.attestation_id) execute function mark_replaced()
  `.execute(database)
  await sql`
    update override_entry as entry set is_replaced = true
    where standing = 'stands' and not exists (
      select from attestation as made
      join current_attestation as current on current.org_id = made.org_id
        and current.trail_id = made.trail_id and current.name = made.name
        and current.attestation_id = made.id
      where made.org_id = entry.org_id and made.id = entry.id)
  `.execute(database)
}
