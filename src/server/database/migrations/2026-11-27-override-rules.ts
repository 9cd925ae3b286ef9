import { type Kysely, sql } from 'kysely'

const settings = sql`
  create table organization_setting (
    org_id text not null references organization,
    section text not null,
    value jsonb not null,
    changed_at double precision,
    changed_by text,
    primary key (org_id, section)
  )`

/** Settings of organizations. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [settings]) await statements.execute(database)
}
