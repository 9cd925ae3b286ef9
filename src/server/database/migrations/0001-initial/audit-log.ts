import { sql } from 'kysely'
import { appended, passing } from './storage.ts'

/**
 * The audit log: entries, those that wait to be sealed, and the sealed hash chain; refusals while
 * they are counted, and answers to requests with an Idempotency-Key.
 */
export const auditLog = sql`
  create table record (
    org_id text not null references organization,
    id text not null,
    actor text not null,
    key_id text,
    kind text not null,
    subject json not null,
    body text not null,
    hash bytea not null,
    recorded_at double precision not null,
    address text,
    result text,
    key_label text,
    request_id text,
    before text,
    personal text,
    primary key (org_id, id)
  ) ${appended};
  create index on record (org_id, id)
    where kind in ('member_added', 'member_changed', 'member_removed');

  create table record_pending (
    org_id text not null,
    record_id text not null,
    xid xid8 not null default pg_current_xact_id(),
    primary key (org_id, record_id),
    foreign key (org_id, record_id) references record
  ) ${passing};
  create index on record_pending (xid, record_id);

  create table record_seal (
    org_id text not null,
    seq bigint not null,
    record_id text not null,
    prev_hash bytea not null,
    hash bytea not null,
    recorded_at double precision not null,
    day integer not null generated always as (floor(recorded_at / 86400)::integer) stored,
    actor text collate "C" not null,
    key_label text collate "C",
    kind text collate "C" not null,
    object_type text collate "C",
    object text collate "C",
    result text not null,
    primary key (org_id, seq),
    unique (org_id, record_id),
    foreign key (org_id, record_id) references record
  ) ${appended};
  create index on record_seal (org_id, day, seq) include (recorded_at);
  create index on record_seal (org_id, actor, seq);
  create index on record_seal (org_id, key_label, seq) where key_label is not null;
  create index on record_seal (org_id, kind, seq);
  create index on record_seal (org_id, object_type, seq) where object_type is not null;
  create index on record_seal (org_id, object, seq) where object is not null;
  create index on record_seal (org_id, result, seq) where result <> 'accepted';

  create table refusal (
    org_id text not null references organization,
    actor text not null,
    kind text not null,
    route text not null,
    minute bigint not null,
    times integer not null,
    told json not null,
    primary key (org_id, actor, kind, route, minute)
  );

  -- Up to where the log was posted to a collector.
  create table audit_push (
    org_id text primary key,
    seq bigint not null,
    taken_at double precision,
    lease text,
    leased_until double precision
  );

  create table idempotency_key (
    org_id text not null references organization,
    user_id text not null,
    key text collate "C" not null,
    request_hash bytea not null,
    status smallint,
    body text,
    created_at double precision not null,
    primary key (org_id, user_id, key)
  );
  create index on idempotency_key (created_at)`

/**
 * Nobody changes the audit log, whatever the code says, but two: rows go with their organization, in a
 * transaction that says which one it purges, and an erasure changes what names people. Hashes, times
 * and what happened stay.
 */
export const appendOnly = sql`
  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$;
  create trigger append_only before truncate on record
    for each statement execute function refuse_change();
  create trigger append_only before truncate on record_seal
    for each statement execute function refuse_change();

  create function refuse_delete() returns trigger language plpgsql as $$
    begin
      if old.org_id = current_setting('cairn.purge', true)
        and exists (select from organization where id = old.org_id and purge_at is not null)
      then return old;
      end if;
      raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$;
  create trigger kept before delete on record
    for each row execute function refuse_delete();
  create trigger kept before delete on record_seal
    for each row execute function refuse_delete();

  create function refuse_rewrite() returns trigger language plpgsql as $$
    begin
      if current_setting('cairn.erase', true) = 'on'
        and to_jsonb(old) - tg_argv = to_jsonb(new) - tg_argv
      then return new;
      end if;
      raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$;
  create trigger unchanged before update on record
    for each row execute function refuse_rewrite(
      'actor', 'address', 'key_label', 'subject', 'body', 'before', 'personal');
  -- The day is computed after the trigger.
  create trigger unchanged before update on record_seal
    for each row execute function refuse_rewrite('actor', 'key_label', 'object', 'day')`
