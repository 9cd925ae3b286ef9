import { type Kysely, sql } from 'kysely'

// Who made an account through other accounts is found at the end of their chain, deleted ones too.
const accounts = sql`
  alter table service_account add column responsible_id text;
  with recursive chain (org_id, id, maker) as (
    select org_id, id, created_by_id from service_account
    union
    select chain.org_id, chain.id, account.created_by_id
    from chain join service_account account
      on account.org_id = chain.org_id and account.id = chain.maker
  )
  update service_account set responsible_id = chain.maker from chain
  where chain.org_id = service_account.org_id and chain.id = service_account.id
    and not exists (select from service_account maker
      where maker.org_id = chain.org_id and maker.id = chain.maker);
  alter table service_account alter column responsible_id set not null;
  create index on service_account (org_id, responsible_id)`

// Of who made a key only the name was kept: a person's, or else an account's.
const keys = sql`
  alter table service_key add column responsible_id text;
  update service_key set responsible_id = coalesce(
    (select id from user_account where user_account.name = service_key.created_by),
    (select responsible_id from service_account maker
      where maker.org_id = service_key.org_id and maker.name = service_key.created_by
      order by maker.created_at desc limit 1),
    (select responsible_id from service_account account
      where account.org_id = service_key.org_id and account.id = service_key.account_id));
  alter table service_key alter column responsible_id set not null;
  create index on service_key (org_id, responsible_id)`

/** Every service account and every key of one names the person who answers for it. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [accounts, keys]) await statements.execute(database)
}
