import { sql } from 'kysely'

/**
 * Notification rules with their targets, the outbox of environment events, and the deliveries made
 * of them.
 */
export const notifications = sql`
  -- A deleted one stays: its number is never used again, and its deliveries still name it.
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
    selector json,
    digest text not null default 'none',
    merge_seconds integer not null default 0,
    muted_until double precision,
    muted_by text,
    primary key (org_id, id),
    unique (org_id, number)
  );
  create unique index on notification (org_id, name) where deleted_at is null;

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
    failures_in_a_row integer not null default 0,
    probe_at double precision,
    primary key (org_id, id),
    foreign key (org_id, notification_id) references notification
  );
  create index on notification_target (org_id, notification_id) where removed_at is null;

  -- What a rule names and what its selector matches are told apart; a watch that is not told only
  -- detects flapping.
  create table notification_watch (
    org_id text not null,
    notification_id text not null,
    environment_id text not null,
    position integer not null,
    trigger text not null,
    is_named boolean not null default true,
    is_told boolean not null default true,
    primary key (org_id, notification_id, trigger, environment_id),
    foreign key (org_id, notification_id) references notification,
    foreign key (org_id, environment_id) references environment
  );
  create index on notification_watch (org_id, environment_id, trigger);

  -- A row for each change after which selectors may match other environments, until they are matched
  -- again.
  create sequence selection_stale_number as bigint;
  create table selection_stale (
    org_id text not null references organization,
    number bigint not null default nextval('selection_stale_number'),
    primary key (org_id, number)
  );
  alter sequence selection_stale_number owned by selection_stale.number;

  -- The outbox. The number orders the events of one environment, whose lock its writers hold.
  create sequence notification_event_number as bigint;
  create table notification_event (
    org_id text not null,
    id text not null,
    number bigint not null default nextval('notification_event_number'),
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
  alter sequence notification_event_number owned by notification_event.number;
  create index on notification_event (org_id, number) where told_at is null;
  create index on notification_event (org_id, environment_id, trigger, number);
  create index on notification_event (org_id, told_at) where payload is not null;

  -- Digests and tests carry their own payload; digest_id names the digest that took a message in.
  -- Waiting and last tried deliveries have indexes of their own, however long the log is.
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
    payload json,
    digest_id text,
    requested_by text,
    primary key (org_id, id),
    foreign key (org_id, target_id) references notification_target,
    foreign key (org_id, event_id) references notification_event
  );
  create index on delivery (org_id, target_id, number)
    where state = 'waiting' and attempt_count = 0;
  create index on delivery (org_id, target_id, next_at)
    where state = 'waiting' and attempt_count > 0;
  create index on delivery (org_id, notification_id, id);
  create index on delivery (org_id, next_at) where state in ('held', 'gathering');
  create index on delivery (org_id, target_id, state)
    where state in ('waiting', 'held', 'gathering');
  create index on delivery (org_id, target_id, id) where attempt_count > 0;
  create index on delivery (org_id, digest_id) where digest_id is not null;
  create index on delivery (org_id, notification_id, state, id) include (created_at);
  create index on delivery (org_id, created_at)
    where payload is not null and state in ('delivered', 'failed');

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
  );
  create index on delivery_attempt (org_id, at) where response is not null;

  -- Outcomes by day and target: workers that send to different targets never wait for each other.
  create table delivery_day (
    org_id text not null,
    notification_id text not null,
    day double precision not null,
    target_id text not null,
    delivered integer not null,
    failed integer not null,
    primary key (org_id, notification_id, day, target_id),
    foreign key (org_id, target_id) references notification_target
  )`
