import { type Kysely, sql } from 'kysely'

const controls = sql`
  create table control (
    org_id text not null references organization,
    identifier text collate "C" not null,
    name text not null,
    description text not null,
    links json not null,
    tags jsonb not null default '{}',
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
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, identifier, version),
    foreign key (org_id, identifier) references control
  )`

// A decision may name a control that is not there yet: nothing refers to it.
const decisions = sql`
  alter table attestation
    add column control text collate "C",
    add column control_version integer,
    add column control_name text;
  create index on attestation (org_id, control, created_at, id)
    include (flow_id, is_compliant) where control is not null;
  create index on attestation (org_id, control, created_at, id)
    include (flow_id) where control is not null and not is_compliant;
  create index on attestation (org_id, flow_id, control, created_at, id)
    include (is_compliant) where control is not null;
  create index on attestation (org_id, control, fingerprint, created_at, id)
    where control is not null;
  create table current_decision (
    org_id text not null,
    trail_id text not null,
    control text collate "C" not null,
    scope text not null,
    attestation_id text not null,
    primary key (org_id, trail_id, control, scope),
    foreign key (org_id, attestation_id) references attestation
  );
  alter table attestation_delta add column control text collate "C";
  create table decision_tally (
    org_id text not null references organization,
    flow_id text not null,
    control text collate "C" not null,
    day integer not null,
    is_compliant boolean not null,
    count integer not null,
    primary key (org_id, flow_id, control, day, is_compliant)
  )`

/** Controls with their versions, and what decisions about them are found and counted by. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [controls, decisions]) await statements.execute(database)
}
