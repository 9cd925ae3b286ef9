import { type Kysely, sql } from 'kysely'

const serviceAccounts = sql`
  create table service_account (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    description text not null,
    privilege text not null check (privilege in ('admin', 'member', 'snapshotter', 'reader')),
    created_at double precision not null,
    created_by text not null,
    created_by_id text not null,
    deleted_at double precision,
    primary key (org_id, id)
  );
  create unique index on service_account (org_id, name) where deleted_at is null;
  create table service_key (
    org_id text not null,
    id text not null,
    account_id text not null,
    hash bytea not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    expires_at double precision,
    grace_ends_at double precision,
    replaced_by text,
    revoked_at double precision,
    last_used_at double precision,
    last_address text,
    primary key (org_id, id),
    foreign key (org_id, account_id) references service_account
  );
  create unique index on service_key (id);
  create index on service_key (org_id, account_id, id);
  create table service_key_use (
    org_id text not null,
    key_id text not null,
    day integer not null,
    count integer not null,
    primary key (org_id, key_id, day),
    foreign key (org_id, key_id) references service_key
  )`

// Sessions from before get an id that says nothing about their token.
const people = sql`
  alter table api_key
    add column grace_ends_at double precision,
    add column replaced_by text,
    add column last_address text,
    add column is_imported boolean not null default false;
  update api_key set is_imported = true where description = 'imported';
  alter table user_account add column last_seen_at double precision;
  alter table session
    add column id text,
    add column user_agent text,
    add column address text,
    add column last_seen_at double precision;
  update session set id = encode(substring(sha256(hash) for 16), 'hex'), last_seen_at = created_at;
  alter table session alter column id set not null, alter column last_seen_at set not null;
  create index on session (user_id, id);
  alter table idempotency_key drop constraint idempotency_key_user_id_fkey`

const log = sql`
  alter table record add column address text, add column result text;
  create index on record (org_id, id)
    where kind in ('member_added', 'member_changed', 'member_removed')`

/** Service accounts with their keys, more about keys and sessions, and where records came from. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [serviceAccounts, people, log]) await statements.execute(database)
}
