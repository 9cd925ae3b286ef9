import { type Kysely, sql } from 'kysely'

// A deleted one stays: its number is never given again, and its deliveries tell what was sent.
const notifications = sql`
  create table notification (
    org_id text not null references organization,
    id text not null,
    number integer not null,
    name text collate "C" not null,
    triggers json not null,
    secret bytea not null,
    previous_secret bytea,
    previous_until double precision,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    last_modified_by text not null,
    deleted_at double precision,
    primary key (org_id, id),
    unique (org_id, number)
  );
  create unique index on notification (org_id, name) where deleted_at is null;
  create table notification_watch (
    org_id text not null,
    notification_id text not null,
    environment_id text not null,
    position integer not null,
    trigger text not null,
    primary key (org_id, notification_id, trigger, environment_id),
    foreign key (org_id, notification_id) references notification,
    foreign key (org_id, environment_id) references environment
  );
  create index on notification_watch (org_id, environment_id, trigger);
  create table notification_target (
    org_id text not null,
    id text not null,
    notification_id text not null,
    position integer not null,
    type text not null,
    address bytea not null,
    payload_version text,
    context json,
    last_success_at double precision,
    last_failure_at double precision,
    disabled_at double precision,
    leased_until double precision,
    lease text,
    removed_at double precision,
    primary key (org_id, id),
    foreign key (org_id, notification_id) references notification
  );
  create index on notification_target (org_id, notification_id) where removed_at is null`

// One row for each thing that happened and somebody is to be told: the outbox. The number orders what
// happened in one environment, whose lock its writers hold.
const deliveries = sql`
  create table notification_event (
    org_id text not null,
    id text not null,
    number bigint generated always as identity,
    environment_id text not null,
    trigger text not null,
    recorded_at double precision not null,
    snapshot_index integer,
    snapshot_state boolean,
    name text,
    fingerprint text,
    was integer,
    now integer,
    payload json,
    told_at double precision,
    primary key (org_id, id),
    foreign key (org_id, environment_id) references environment
  );
  create index on notification_event (org_id, number) where told_at is null;
  create table delivery (
    org_id text not null,
    id text not null,
    message_id text not null,
    kind text not null,
    target_id text not null,
    notification_id text not null,
    event_id text,
    number bigint not null,
    state text not null,
    attempt_count integer not null,
    created_at double precision not null,
    next_at double precision,
    primary key (org_id, id),
    foreign key (org_id, target_id) references notification_target,
    foreign key (org_id, event_id) references notification_event
  );
  create index on delivery (org_id, target_id, number) where state = 'waiting' and attempt_count = 0;
  create index on delivery (org_id, target_id, next_at) where state = 'waiting' and attempt_count > 0;
  create index on delivery (org_id, target_id, id);
  create index on delivery (org_id, notification_id, id);
  create table delivery_attempt (
    org_id text not null,
    delivery_id text not null,
    number integer not null,
    at double precision not null,
    duration_ms integer not null,
    status integer,
    response text,
    error text,
    primary key (org_id, delivery_id, number),
    foreign key (org_id, delivery_id) references delivery
  )`

/** Who is told of what happens in environments, and what became of each message. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [notifications, deliveries]) await statements.execute(database)
}
