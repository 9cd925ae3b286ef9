import { type Kysely, sql } from 'kysely'

// Outcomes by day, of each target apart: those who send to different ones never wait for each other.
const days = sql`
  create table delivery_day (
    org_id text not null,
    notification_id text not null,
    day double precision not null,
    target_id text not null,
    delivered integer not null,
    failed integer not null,
    primary key (org_id, notification_id, day, target_id),
    foreign key (org_id, target_id) references notification_target
  );
  insert into delivery_day
  select org_id, notification_id, floor(created_at / 86400) * 86400, target_id,
    count(*) filter (where state = 'delivered'), count(*) filter (where state = 'failed')
  from delivery where state in ('delivered', 'failed') group by 1, 2, 3, 4`

// A row for each change after which selectors may take other environments, until they are asked.
const selections = sql`
  create table selection_stale (
    org_id text not null references organization,
    number bigint generated always as identity,
    primary key (org_id, number)
  )`

// What was sent and answered long ago is found, and forgotten, without looking at the rest.
const texts = sql`
  create index on notification_event (org_id, told_at) where payload is not null;
  create index on delivery (org_id, created_at)
    where payload is not null and state in ('delivered', 'failed');
  create index on delivery_attempt (org_id, at) where response is not null`

/** Outcomes of deliveries by day, what is forgotten of them, and selectors that are asked again whatever happens in between. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [days, selections, texts]) await statements.execute(database)
}
