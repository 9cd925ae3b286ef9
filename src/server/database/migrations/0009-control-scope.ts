import { type Kysely, sql } from 'kysely'

/** Adds who answers for a control, and where it applies: so far everywhere. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table control
      add column owner text not null default '', add column scope json;
    alter table control_version
      add column owner text not null default '', add column scope json`.execute(database)
}
