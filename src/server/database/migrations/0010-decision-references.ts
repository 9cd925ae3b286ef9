import { type Kysely, sql } from 'kysely'

/** Hashes and ids of reports in a payload. */
const namesIn = (payload: string) =>
  sql.raw(`
  select distinct matched[1] as name from regexp_matches(lower(${payload}::text),
    '[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}', 'g') as matched`)

/**
 * Lists the hashes and ids of reports that decisions name, in small letters, for retention, which
 * keeps such evidence: it searched every decision of an organization for each thousand files. A
 * trigger adds rows, as the version before reports decisions, too; each decision has its own, so that
 * none waits for another. Reports wait while it runs. One statement at a time, as Citus takes them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table decision_reference (
      org_id text not null,
      name text collate "C" not null,
      attestation_id text not null,
      primary key (org_id, name, attestation_id)
    )`.execute(database)
  await sql`
    create function list_references() returns trigger language plpgsql as $$
      begin
        insert into decision_reference (org_id, name, attestation_id)
          select new.org_id, named.name, new.id from (${namesIn('new.payload')}) as named;
        return null;
      end $$`.execute(database)
  await sql`
    create trigger list_references after insert on attestation for each row
      when (new.control is not null) execute function list_references()`.execute(database)
  await sql`
    insert into decision_reference (org_id, name, attestation_id)
    select org_id, named.name, id from attestation, lateral (${namesIn('payload')}) as named
    where control is not null
  `.execute(database)
}
