import { type Kysely, sql } from 'kysely'

const spaces = sql`
  create table space (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    parent_id text,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    foreign key (org_id, parent_id) references space,
    check (parent_id <> id)
  );
  create unique index on space (org_id, coalesce(parent_id, ''), name);
  alter table flow add column space_id text,
    add foreign key (org_id, space_id) references space;
  create index on flow (org_id, space_id) where space_id is not null;
  alter table environment add column space_id text,
    add foreign key (org_id, space_id) references space;
  create index on environment (org_id, space_id) where space_id is not null`

/** Spaces: nested folders of flows and environments. */
export async function up(database: Kysely<never>): Promise<void> {
  await spaces.execute(database)
}
