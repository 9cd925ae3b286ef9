import { type Kysely, sql } from 'kysely'

const columns = sql`
  alter table record
    add column key_label text,
    add column request_id text,
    add column before text;
  alter table record_seal
    add column recorded_at double precision,
    add column day integer generated always as (floor(recorded_at / 86400)::integer) stored,
    add column actor text collate "C",
    add column key_label text collate "C",
    add column kind text collate "C",
    add column object_type text collate "C",
    add column object text collate "C",
    add column result text`

// What the sealer says of records from now on, of those that it has sealed before.
const sealedBefore = sql`
  update record_seal set
    recorded_at = record.recorded_at,
    actor = record.actor,
    kind = record.kind,
    object_type = case
      when subject->>'trail_name' is not null then 'trail'
      when subject->>'flow_name' is not null then 'flow'
      when subject->>'environment_name' is not null then 'environment'
      when subject->>'policy_name' is not null then 'policy'
      when subject->>'control' is not null then 'control'
      when subject->>'service_account' is not null then 'service_account'
      when subject->>'member' is not null then 'member'
      when subject->>'type_name' is not null then 'custom_type'
      when subject->>'repo_id' is not null then 'repo' end,
    object = coalesce(subject->>'flow_name' || '/' || (subject->>'trail_name'),
      subject->>'flow_name', subject->>'environment_name', subject->>'policy_name',
      subject->>'control', subject->>'service_account', subject->>'member',
      subject->>'type_name', subject->>'repo_id'),
    result = coalesce(record.result, 'accepted')
  from record where record.org_id = record_seal.org_id and record.id = record_seal.record_id`

const indexes = sql`
  alter table record_seal
    alter column recorded_at set not null,
    alter column actor set not null,
    alter column kind set not null,
    alter column result set not null;
  create index on record_seal (org_id, day, seq) include (recorded_at);
  create index on record_seal (org_id, actor, seq);
  create index on record_seal (org_id, key_label, seq) where key_label is not null;
  create index on record_seal (org_id, kind, seq);
  create index on record_seal (org_id, object_type, seq) where object_type is not null;
  create index on record_seal (org_id, object, seq) where object is not null;
  create index on record_seal (org_id, result, seq) where result <> 'accepted'`

const appendOnly = sql`
  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$;
  create trigger append_only before update or delete or truncate on record
    for each statement execute function refuse_change();
  create trigger append_only before update or delete or truncate on record_seal
    for each statement execute function refuse_change()`

const refusals = sql`
  create table refusal (
    org_id text not null references organization,
    actor text not null,
    kind text not null,
    route text not null,
    minute bigint not null,
    times integer not null,
    told json not null,
    primary key (org_id, actor, kind, route, minute)
  )`

/** What the audit log is filtered by, refusals while they are counted, and no way to change the log. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [columns, sealedBefore, indexes, appendOnly, refusals]) {
    await statements.execute(database)
  }
}
