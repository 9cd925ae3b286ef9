import { type Kysely, sql } from 'kysely'

/** What a caller's request with a key of its own was answered, for as long as it may be repeated. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table idempotency_key (
      org_id text not null references organization,
      user_id text not null references user_account,
      key text collate "C" not null,
      request_hash bytea not null,
      status smallint,
      body text,
      created_at double precision not null,
      primary key (org_id, user_id, key)
    );
    create index on idempotency_key (created_at)`.execute(database)
}
