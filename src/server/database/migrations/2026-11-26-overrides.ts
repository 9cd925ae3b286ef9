import { type Kysely, sql } from 'kysely'

const facts = sql`
  alter table attestation add column overridden_attestation_id text;
  create index on attestation (org_id, created_at, id) where is_override;
  create table overridden (
    org_id text not null,
    attestation_id text not null,
    override_id text not null,
    is_whole boolean not null,
    primary key (org_id, attestation_id, override_id),
    foreign key (org_id, attestation_id) references attestation,
    foreign key (org_id, override_id) references attestation
  );
  create index on overridden (org_id, override_id);
  create table override_expiry (
    org_id text not null,
    id text not null,
    override_id text not null,
    expires_at double precision,
    reason text not null,
    set_at double precision not null,
    set_by text not null,
    set_by_id text not null,
    primary key (org_id, id),
    foreign key (org_id, override_id) references attestation
  );
  create index on override_expiry (org_id, override_id, id);
  create table override_end (
    org_id text not null,
    override_id text not null,
    kind text not null check (kind in ('expired', 'withdrawn', 'restored')),
    reason text not null,
    ended_at double precision not null,
    ended_by text not null,
    ended_by_id text not null,
    primary key (org_id, override_id),
    foreign key (org_id, override_id) references attestation
  )`

// What stands of each override now: a projection of the facts above.
const standing = sql`
  create table override_state (
    org_id text not null,
    override_id text not null,
    is_compliant boolean not null,
    created_by_id text not null,
    expires_at double precision,
    expires_by text,
    expires_by_id text,
    ended_at double precision,
    primary key (org_id, override_id),
    foreign key (org_id, override_id) references attestation
  );
  create index on override_state (expires_at, org_id)
    where expires_at is not null and ended_at is null`

/** Overrides with what they are about, until when they stand, and how they ended. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [facts, standing]) await statements.execute(database)
}
