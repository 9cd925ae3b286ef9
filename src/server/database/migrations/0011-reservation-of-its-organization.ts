import { type Kysely, sql } from 'kysely'

/**
 * Names the organization of the reservation that a file takes over by itself: in a comparison of rows
 * Citus does not see it, and refuses what would go to every node. Reports with a new file failed on
 * two nodes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_evidence() returns trigger language plpgsql as $$
      begin
        insert into evidence_file (org_id, sha256, size)
          values (new.org_id, new.evidence_sha256, coalesce(new.evidence_size, 0))
          on conflict do nothing;
        if not found then
          perform from evidence_file where org_id = new.org_id and sha256 = new.evidence_sha256
            and removed_at is null for key share;
          if found then return null; end if;
          update evidence_file set removed_at = null
            where org_id = new.org_id and sha256 = new.evidence_sha256 and removed_at is not null;
          if not found then return null; end if;
        end if;
        delete from evidence_reservation where org_id = new.org_id and id = (
          select id from evidence_reservation
          where org_id = new.org_id and sha256 = new.evidence_sha256 limit 1);
        if not found then
          insert into evidence_usage as used (org_id, bytes)
            values (new.org_id, coalesce(new.evidence_size, 0))
            on conflict (org_id) do update set bytes = used.bytes + excluded.bytes;
        end if;
        return null;
      end $$`.execute(database)
}
