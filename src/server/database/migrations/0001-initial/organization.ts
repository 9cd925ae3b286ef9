import { sql } from 'kysely'

/**
 * Organizations, users with their keys and sessions, service accounts, spaces, and settings. The log of
 * the instance is that of an organization nobody is in.
 */
export const organizations = sql`
  create table organization (
    id text primary key,
    name text collate "C" not null unique,
    kind text not null check (kind in ('personal', 'shared', 'instance')),
    created_at double precision not null,
    purge_at double precision
  );

  create table user_account (
    id text primary key,
    name text collate "C" not null unique,
    email text,
    default_org_id text references organization,
    created_at double precision not null,
    last_seen_at double precision,
    disabled_at double precision,
    home_org_id text references organization
  );

  create table membership (
    org_id text not null references organization,
    user_id text not null references user_account,
    role text not null check (role in ('admin', 'member', 'snapshotter', 'reader')),
    created_at double precision not null,
    last_seen_at double precision,
    primary key (org_id, user_id)
  );
  create index on membership (user_id);

  create table api_key (
    id text primary key,
    user_id text not null references user_account,
    hash bytea not null unique,
    description text not null,
    created_at double precision not null,
    expires_at double precision,
    revoked_at double precision,
    last_used_at double precision,
    grace_ends_at double precision,
    replaced_by text,
    last_address text,
    is_imported boolean not null default false
  );
  create index on api_key (user_id);

  create table session (
    hash bytea primary key,
    user_id text not null references user_account,
    created_at double precision not null,
    expires_at double precision not null,
    id text not null,
    user_agent text,
    address text,
    last_seen_at double precision not null,
    key_id text references api_key,
    id_token bytea,
    refresh_token bytea,
    checked_at double precision
  );
  create index on session (user_id, id);
  create index on session (checked_at) where refresh_token is not null;

  create table sign_in_token (
    hash bytea primary key,
    user_id text not null references user_account,
    created_at double precision not null,
    expires_at double precision not null,
    used_at double precision,
    org_id text references organization,
    made_by text references user_account
  );
  create index on sign_in_token (user_id) where used_at is null;
  create index on sign_in_token (made_by) where used_at is null;

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
    responsible_id text not null,
    primary key (org_id, id)
  );
  create unique index on service_account (org_id, name) where deleted_at is null;
  create index on service_account (org_id, responsible_id);

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
    responsible_id text not null,
    primary key (org_id, id),
    foreign key (org_id, account_id) references service_account
  );
  -- Ids are random: a unique index would span organizations, and the primary key keeps ids apart.
  create index on service_key (id);
  create index on service_key (org_id, account_id, id);
  create index on service_key (org_id, responsible_id);

  create table service_key_use (
    org_id text not null,
    key_id text not null,
    day integer not null,
    count integer not null,
    primary key (org_id, key_id, day),
    foreign key (org_id, key_id) references service_key
  );

  create table space (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    parent_id text,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    check (parent_id <> id),
    foreign key (org_id, parent_id) references space
  );
  create unique index on space (org_id, coalesce(parent_id, ''), name);

  create table organization_setting (
    org_id text not null references organization,
    section text not null,
    value jsonb not null,
    changed_at double precision,
    changed_by text,
    primary key (org_id, section)
  );

  create table secret_canary (
    is_only boolean primary key default true check (is_only),
    sealed bytea not null
  );

  -- Its id tells its store of evidence from that of another.
  create table instance (
    is_only boolean primary key default true check (is_only),
    id text not null,
    collected_at double precision
  )`

/** Who people are at identity providers, and the users and groups that one provisions by SCIM. */
export const identities = sql`
  create table user_identity (
    issuer text collate "C" not null,
    subject text collate "C" not null,
    user_id text not null references user_account,
    created_at double precision not null,
    last_signed_in_at double precision not null,
    external_id text collate "C",
    primary key (issuer, subject)
  );
  create unique index on user_identity (user_id, issuer);
  create index on user_identity (coalesce(external_id, subject));

  create table scim_user (
    user_id text primary key references user_account,
    user_name text not null,
    external_id text collate "C",
    is_active boolean not null,
    created_at double precision not null,
    changed_at double precision not null,
    deleted_at double precision
  );
  create unique index on scim_user (lower(user_name)) where deleted_at is null;
  create unique index on scim_user (external_id) where deleted_at is null;
  create index on scim_user (external_id);

  create table scim_group (
    id text primary key,
    display_name text not null,
    external_id text collate "C",
    created_at double precision not null,
    changed_at double precision not null
  );
  create unique index on scim_group (display_name);

  create table scim_group_member (
    group_id text not null references scim_group on delete cascade,
    user_id text not null references scim_user,
    primary key (group_id, user_id)
  );
  create index on scim_group_member (user_id)`

/**
 * A statement for each table that decides who gets in and where: what of it can take access away.
 */
const notifyAccess = Object.entries({
  api_key: 'update of revoked_at, expires_at, grace_ends_at, user_id or delete',
  service_key: 'update of revoked_at, expires_at, grace_ends_at, responsible_id or delete',
  session: 'update of expires_at, key_id or delete',
  membership: 'update of role or delete',
  user_account: 'update of disabled_at, name or delete',
  service_account: 'update of privilege, deleted_at, name or delete',
  organization: 'update of name, kind, purge_at or delete',
  organization_setting: 'insert or update or delete',
}).map(
  ([table, events]) => `
  create trigger tell_access after ${events} on ${table}
    for each statement execute function tell_access()`,
)

/**
 * Changes of access are told: after commit to all processes, and at once to the one that makes them,
 * so that they may remember callers for a moment.
 */
export const accessChanges = sql`
  create function tell_access() returns trigger language plpgsql as $$
    begin
      perform pg_notify('cairn_access', pg_current_xact_id()::text);
      raise info 'cairn_access' using detail = pg_current_xact_id()::text;
      return null;
    end $$;
  ${sql.raw(notifyAccess.join(';'))}`
