import { sql } from 'kysely'

/** Controls and custom attestation types, with their versions. */
export const controls = sql`
  create table control (
    org_id text not null references organization,
    identifier text collate "C" not null,
    name text not null,
    description text not null,
    links json not null,
    tags jsonb not null default '{}',
    owner text not null default '',
    scope json,
    version integer not null,
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, identifier)
  );

  create table control_version (
    org_id text not null,
    identifier text collate "C" not null,
    version integer not null,
    event text not null check (event in ('created', 'edited', 'archived', 'unarchived')),
    name text not null,
    description text not null,
    links json not null,
    owner text not null default '',
    scope json,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, identifier, version),
    foreign key (org_id, identifier) references control
  );

  create table custom_type (
    org_id text not null references organization,
    name text collate "C" not null,
    description text not null,
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    last_modified_by text not null,
    primary key (org_id, name)
  );

  create table custom_type_version (
    org_id text not null,
    name text collate "C" not null,
    version integer not null,
    type_schema json,
    draft text,
    rules json not null,
    summary json not null,
    comment text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, name, version),
    check ((type_schema is null) = (draft is null)),
    foreign key (org_id, name) references custom_type
  )`
