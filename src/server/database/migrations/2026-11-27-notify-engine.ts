import { type Kysely, sql } from 'kysely'

// What a rule names is kept apart from what its selector takes; watches that only damp tell nobody.
const rules = sql`
  alter table notification add column selector json,
    add column digest text not null default 'none',
    add column merge_seconds integer not null default 0,
    add column muted_until double precision,
    add column muted_by text;
  alter table notification_watch add column is_named boolean not null default true,
    add column is_told boolean not null default true;
  alter table notification_target add column failures_in_a_row integer not null default 0,
    add column probe_at double precision`

// A digest and a test carry their own text; a gathered message belongs to a digest. What waits, and
// the newest that was tried, are found by indexes of their own, however long the log is.
const deliveries = sql`
  alter table delivery add column payload json,
    add column digest_id text,
    add column requested_by text;
  create index on delivery (org_id, next_at) where state in ('held', 'gathering');
  create index on delivery (org_id, target_id, state) where state in ('waiting', 'held', 'gathering');
  drop index delivery_org_id_target_id_id_idx;
  create index on delivery (org_id, target_id, id) where attempt_count > 0;
  create index on delivery (org_id, digest_id) where digest_id is not null;
  create index on delivery (org_id, notification_id, state, id) include (created_at);
  create index on notification_event (org_id, environment_id, trigger, number)`

/** Selectors, digests, damped flaps, mutes and probes of notifications. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [rules, deliveries]) await statements.execute(database)
}
