import { type Kysely, sql } from 'kysely'

/** What a session or a link hangs on, when somebody was last seen in an organization, and who is disabled. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    alter table session add column key_id text references api_key;
    update session set key_id = record.key_id from record, api_key
    where record.kind = 'signed_in' and record.body::jsonb ->> 'session_id' = session.id
      and api_key.id = record.key_id;
    alter table user_account
      add column disabled_at double precision,
      add column home_org_id text references organization;
    update user_account set home_org_id = default_org_id where last_seen_at is null;
    alter table sign_in_token add column org_id text references organization;
    update sign_in_token set expires_at = least(expires_at, created_at) where used_at is null;
    create index on sign_in_token (user_id) where used_at is null;
    alter table membership add column last_seen_at double precision;
    update membership set last_seen_at = (
      select greatest(user_account.last_seen_at, (
        select max(last_used_at) from api_key where api_key.user_id = user_account.id))
      from user_account where user_account.id = membership.user_id)
  `.execute(database)
}
