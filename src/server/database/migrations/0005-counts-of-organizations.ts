import { type Kysely, sql } from 'kysely'

/**
 * Counts what pages of a whole organization add up: attestations by day whatever their flow is, by a
 * trigger as those by flow, and entries of the audit log by day. Finds trails by a part of their names
 * in an index alone, in place of one without the names. One statement at a time, as Citus takes them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table attestation_org_day (
      org_id text not null references organization,
      day integer not null,
      type text not null,
      is_compliant boolean not null,
      is_flipped boolean not null default false,
      is_override boolean not null default false,
      count integer not null,
      reported_by text not null,
      primary key (org_id, day, type, is_compliant, is_flipped, is_override, reported_by)
    )`.execute(database)
  await sql`
    create function count_org_day() returns trigger language plpgsql as $$
      begin
        insert into attestation_org_day as counted (org_id, day, type, is_compliant, is_flipped,
            is_override, count, reported_by)
          values (new.org_id, new.day, new.type, new.is_compliant, new.is_flipped, new.is_override,
            new.count - coalesce(old.count, 0), new.reported_by)
          on conflict (org_id, day, type, is_compliant, is_flipped, is_override, reported_by)
          do update set count = counted.count + excluded.count;
        return null;
      end $$`.execute(database)
  await sql`
    create trigger count_org_day after insert or update of count on attestation_day
      for each row execute function count_org_day()`.execute(database)
  await sql`
    insert into attestation_org_day (org_id, day, type, is_compliant, is_flipped, is_override, count,
      reported_by)
    select org_id, day, type, is_compliant, is_flipped, is_override, sum(count), reported_by
    from attestation_day group by 1, 2, 3, 4, 5, 6, 8`.execute(database)
  // Entries are counted up to a position in the log; those after it are few.
  await sql`
    create table record_tally (
      org_id text not null references organization,
      day integer not null,
      kind text collate "C" not null,
      result text not null,
      count integer not null,
      primary key (org_id, day, kind, result)
    )`.execute(database)
  await sql`
    create table record_counted (
      org_id text primary key,
      seq bigint not null
    )`.execute(database)
  await sql`
    insert into record_counted (org_id, seq) select org_id, max(seq) from record_seal group by 1
  `.execute(database)
  // Others may seal meanwhile.
  await sql`
    insert into record_tally (org_id, day, kind, result, count)
    select org_id, day, kind, record_seal.result, count(*)
    from record_seal join record_counted using (org_id) where record_seal.seq <= record_counted.seq
    group by 1, 2, 3, 4`.execute(database)
  await sql`
    create index trail_of_flow on trail (org_id, flow_id, created_at, id) include (name)
  `.execute(database)
  await sql`drop index if exists trail_org_id_flow_id_created_at_id_idx`.execute(database)
}
