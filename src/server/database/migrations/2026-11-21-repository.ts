import { type Kysely, sql } from 'kysely'

// No foreign key to `repo`: its check would write to one row from every report of a repository.
const tables = sql`
  create table repo (
    org_id text not null references organization,
    id text not null,
    provider text collate "C" not null,
    external_id text collate "C" not null,
    name text collate "C" not null,
    url text not null,
    description text not null,
    tags jsonb not null default '{}',
    created_at double precision not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, provider, external_id)
  );
  create index on repo (org_id, name, id);
  alter table trail add column repo_id text;
  alter table artifact add column repo_id text;
  alter table attestation add column repo_id text`

const reported = sql`
  create temporary table reported_repo on commit drop as
  select 'trail' as noun, org_id, id as noun_id, repo_info as info, last_modified_at as at
    from trail where repo_info is not null
  union all
  select 'artifact', org_id, id, repo_info, created_at from artifact where repo_info is not null
  union all
  select 'attestation', org_id, id, payload -> 'repo_info', created_at
    from attestation where payload -> 'repo_info' ->> 'id' is not null;
  delete from reported_repo
    where coalesce(info ->> 'id', '') = '' or coalesce(info ->> 'name', '') = ''
      or coalesce(info ->> 'url', '') = ''`

// Ids as the service makes them: milliseconds, a sequence of none, random digits.
const records = sql`
  insert into repo (org_id, id, provider, external_id, name, url, description, created_at,
    last_modified_at)
  select org_id,
    concat_ws('-', substr(hex, 1, 8), substr(hex, 9, 4), substr(hex, 13, 4), substr(hex, 17, 4),
      substr(hex, 21, 8)),
    provider, external_id, name, url, description, created_at, last_modified_at
  from (
    select org_id, coalesce(info ->> 'provider', '') as provider, info ->> 'id' as external_id,
      (array_agg(info ->> 'name' order by at desc))[1] as name,
      (array_agg(info ->> 'url' order by at desc))[1] as url,
      coalesce((array_agg(info ->> 'description' order by at desc)
        filter (where info ->> 'description' is not null))[1], '') as description,
      min(at) as created_at, max(at) as last_modified_at,
      lpad(to_hex((min(at) * 1000)::bigint), 12, '0') || '0000'
        || left(replace(gen_random_uuid()::text, '-', ''), 12) as hex
    from reported_repo
    group by 1, 2, 3
  ) as gathered`

const link = (noun: 'trail' | 'artifact' | 'attestation') => sql`
  update ${sql.table(noun)} as noun set repo_id = repo.id
  from reported_repo, repo
  where reported_repo.noun = ${sql.lit(noun)}
    and noun.org_id = reported_repo.org_id and noun.id = reported_repo.noun_id
    and repo.org_id = noun.org_id and repo.external_id = info ->> 'id'
    and repo.provider = coalesce(info ->> 'provider', '')`

const indexes = sql`
  create index on trail (org_id, flow_id, created_at, id) where repo_id is not null;
  create index on artifact (org_id, flow_id, created_at, id) where repo_id is not null;
  create index on artifact (org_id, repo_id, created_at, id)`

/** A record for each repository that reports spoke of, and what they said of it so far. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [tables, reported, records]) await statements.execute(database)
  for (const noun of ['trail', 'artifact', 'attestation'] as const) {
    await link(noun).execute(database)
  }
  await indexes.execute(database)
}
