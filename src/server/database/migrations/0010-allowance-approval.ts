import { type Kysely, sql } from 'kysely'

const columns = sql`
  alter table allowed_artifact
    add column id text,
    add column created_by_id text,
    add column standing text not null default 'stands' check (standing in
      ('stands', 'requested', 'declined', 'withdrawn', 'restored', 'expired')),
    add column has_usual_expiry boolean not null default false,
    add column approved_by text,
    add column ended_at double precision,
    add column ended_by text`

// Reviews name the entries so.
const ids = sql`update allowed_artifact set id = environment_id || ':' || fingerprint`

const keys = sql`
  alter table allowed_artifact
    alter column id set not null,
    alter column standing drop default,
    alter column has_usual_expiry drop default,
    drop constraint allowed_artifact_pkey,
    add primary key (org_id, id);
  create unique index on allowed_artifact (org_id, environment_id, fingerprint, standing)
    where standing in ('stands', 'requested');
  drop index allowed_artifact_expires_at_org_id_idx;
  create index on allowed_artifact (expires_at, org_id)
    where expires_at is not null and standing = 'stands';
  alter table policy_version add column created_by_id text`

/** Accounts of the names under which entries and versions were made; null where there is none. */
const authorsOf = (table: string) => sql`
  update ${sql.table(table)} made set created_by_id = coalesce(
    (select account.id from service_account account
      where account.org_id = made.org_id and account.name = made.created_by
        and account.deleted_at is null),
    (select person.id from user_account person where person.name = made.created_by))`

/**
 * Keeps entries of allow-lists that wait for approval or have ended, and the accounts that made
 * entries and versions of policies.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const authors = [authorsOf('allowed_artifact'), authorsOf('policy_version')]
  for (const statement of [columns, ids, keys, ...authors]) await statement.execute(database)
}
