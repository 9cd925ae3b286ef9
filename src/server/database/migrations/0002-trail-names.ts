import { type Kysely, sql } from 'kysely'

/** Indexes by which trails are found by the beginning of their name, or of its last part. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create index trail_name_idx on trail (org_id, lower(name), created_at desc);
    create index trail_last_part_idx on trail (
      org_id, lower(regexp_replace(name, '^.*[-._~]', '')), created_at desc)`.execute(database)
}
