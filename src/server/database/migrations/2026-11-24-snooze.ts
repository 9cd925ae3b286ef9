import { type Kysely, sql } from 'kysely'

/** What people keep for themselves: what they look at first, and what they have put off. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table preference (
      org_id text not null references organization,
      user_id text not null references user_account,
      page text not null,
      search text not null,
      primary key (org_id, user_id, page)
    );
    create table snooze (
      org_id text not null,
      user_id text not null references user_account,
      environment_id text not null,
      since double precision not null,
      snapshot_index integer not null,
      snoozed_at double precision not null,
      primary key (org_id, user_id, environment_id),
      foreign key (org_id, environment_id) references environment
    )`.execute(database)
}
