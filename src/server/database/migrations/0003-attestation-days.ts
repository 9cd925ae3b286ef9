import { type Kysely, sql } from 'kysely'

/**
 * Counts attestations by day whatever their names are, so that a page of an organization with many
 * names adds up few rows. A trigger counts, as versions that know only the counts by name fold, too.
 * One statement at a time, as Citus takes them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table attestation_day (
      org_id text not null references organization,
      flow_id text not null,
      day integer not null,
      type text not null,
      is_compliant boolean not null,
      is_flipped boolean not null default false,
      is_override boolean not null default false,
      count integer not null,
      reported_by text not null,
      primary key (org_id, flow_id, day, type, is_compliant, is_flipped, is_override, reported_by)
    )`.execute(database)
  await sql`create index on attestation_tally (org_id, flow_id, name, day)`.execute(database)
  await sql`
    create function count_day() returns trigger language plpgsql as $$
      begin
        insert into attestation_day as counted (org_id, flow_id, day, type, is_compliant, is_flipped,
            is_override, count, reported_by)
          values (new.org_id, new.flow_id, new.day, new.type, new.is_compliant, new.is_flipped,
            new.is_override, new.count - coalesce(old.count, 0), new.reported_by)
          on conflict (org_id, flow_id, day, type, is_compliant, is_flipped, is_override, reported_by)
          do update set count = counted.count + excluded.count;
        return null;
      end $$`.execute(database)
  await sql`
    create trigger count_day after insert or update of count on attestation_tally
      for each row execute function count_day()`.execute(database)
  await sql`
    insert into attestation_day (org_id, flow_id, day, type, is_compliant, is_flipped, is_override,
      count, reported_by)
    select org_id, flow_id, day, type, is_compliant, is_flipped, is_override, sum(count), reported_by
    from attestation_tally group by 1, 2, 3, 4, 5, 6, 7, 9
  `.execute(database)
}
