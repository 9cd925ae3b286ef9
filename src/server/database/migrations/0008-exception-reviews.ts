import { type Kysely, sql } from 'kysely'

/** Adds the reviews of exceptions of every kind: kept, shortened or ended, with a reason. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table exception_review (
      org_id text not null references organization,
      id text not null,
      kind text not null check (kind in ('override', 'allow_list', 'policy')),
      exception_id text not null,
      name text not null,
      place text not null,
      outcome text not null check (outcome in ('kept', 'shortened', 'ended')),
      reason text not null,
      reviewed_at double precision not null,
      reviewed_by text not null,
      reviewed_by_id text not null,
      primary key (org_id, id)
    )`.execute(database)
  await sql`create index on exception_review (org_id, exception_id, id)`.execute(database)
  await sql`create index on exception_review (org_id, reviewed_at)`.execute(database)
}
