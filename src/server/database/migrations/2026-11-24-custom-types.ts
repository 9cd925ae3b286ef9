import { type Kysely, sql } from 'kysely'

const customTypes = sql`
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
    foreign key (org_id, name) references custom_type,
    check ((type_schema is null) = (draft is null))
  )`

// What rules gave when the evidence came in: it is never worked out again.
const outcome = sql`alter table attestation add column outcome json`

/** Custom attestation types with their versions, and what they said of evidence. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of [customTypes, outcome]) await statement.execute(database)
}
