import { type Kysely, sql } from 'kysely'

// Counted whoever inserts the rows: a file that is being stored holds its space by a reservation,
// which its first row takes over.
const evidenceUsage = sql`
    create table evidence_file (
      org_id text not null,
      sha256 text collate "C" not null,
      size bigint not null,
      primary key (org_id, sha256)
    );
    create index on evidence_file (sha256);
    create table evidence_usage (
      org_id text primary key,
      bytes bigint not null
    );
    create table evidence_reservation (
      org_id text not null,
      id text collate "C" not null,
      sha256 text collate "C" not null,
      bytes bigint not null,
      reserved_at double precision not null,
      primary key (org_id, id)
    );
    create function count_evidence() returns trigger language plpgsql as $$
      begin
        insert into evidence_file (org_id, sha256, size)
          values (new.org_id, new.evidence_sha256, coalesce(new.evidence_size, 0))
          on conflict do nothing;
        if not found then return null; end if;
        delete from evidence_reservation where (org_id, id) = (
          select org_id, id from evidence_reservation
          where org_id = new.org_id and sha256 = new.evidence_sha256 limit 1);
        if not found then
          insert into evidence_usage as used (org_id, bytes)
            values (new.org_id, coalesce(new.evidence_size, 0))
            on conflict (org_id) do update set bytes = used.bytes + excluded.bytes;
        end if;
        return null;
      end $$;
    create trigger count_evidence after insert on attestation for each row
      when (new.evidence_sha256 is not null) execute function count_evidence();
    insert into evidence_file (org_id, sha256, size)
      select org_id, evidence_sha256, max(coalesce(evidence_size, 0)) from attestation
      where evidence_sha256 is not null group by 1, 2;
    insert into evidence_usage (org_id, bytes)
      select org_id, sum(size) from evidence_file group by 1`

const auditPush = sql`
    create table audit_push (
      org_id text primary key,
      seq bigint not null,
      taken_at double precision,
      lease text,
      leased_until double precision
    )`

/**
 * Counts the bytes of evidence of each organization, equal files once, and stores up to where the
 * audit log of each was pushed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await evidenceUsage.execute(database)
  await auditPush.execute(database)
}
