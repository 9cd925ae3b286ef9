import { type Kysely, sql } from 'kysely'

const counters = sql`
  alter table attestation_tally
    add column is_flipped boolean not null default false,
    add column is_override boolean not null default false,
    drop constraint attestation_tally_pkey,
    add primary key
      (org_id, flow_id, day, name, type, is_compliant, is_flipped, is_override, reported_by);
  alter table attestation_total
    add column is_flipped boolean not null default false,
    add column is_override boolean not null default false,
    drop constraint attestation_total_pkey,
    add primary key
      (org_id, flow_id, name, type, is_compliant, is_flipped, is_override, reported_by);
  alter table attestation_delta
    add column is_flipped boolean not null default false,
    add column is_override boolean not null default false`

// So far overrides were counted like evidence, and flipped evidence by what counts.
const corrections = sql`
  insert into attestation_delta (org_id, id, flow_id, day, name, type, is_compliant, is_flipped,
    is_override, reported_by, control, amount)
  select one.org_id, one.id || corrected.suffix, one.flow_id,
    floor(one.created_at / 86400)::integer, one.name, one.type, one.is_compliant,
    one.is_flipped and corrected.amount > 0, one.is_override and corrected.amount > 0,
    one.reported_by, null, corrected.amount
  from attestation as one
  cross join (values ('-before', -1), ('-after', 1)) as corrected (suffix, amount)
  where one.is_override or one.is_flipped`

// With what filters ask beside the order, so that rows that are skipped are not read.
const indexes = sql`
  drop index attestation_org_id_created_at_id_flow_id_idx;
  create index on attestation (org_id, created_at, id) include (flow_id, is_override);
  drop index attestation_org_id_flow_id_created_at_id_is_compliant_idx;
  create index on attestation (org_id, flow_id, created_at, id)
    include (is_compliant, is_flipped, is_override);
  drop index attestation_org_id_flow_id_name_created_at_id_is_compliant_idx;
  create index on attestation (org_id, flow_id, name, created_at, id)
    include (is_compliant, is_flipped, is_override);
  drop index attestation_org_id_flow_id_type_created_at_id_is_compliant_idx;
  create index on attestation (org_id, flow_id, type, created_at, id)
    include (is_compliant, is_flipped, is_override);
  create index on attestation (org_id, flow_id, created_at, id)
    where is_compliant = is_flipped and not is_override`

/** Counts evidence by what it reported and by what counts, and overrides apart from evidence. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [counters, corrections, indexes]) await statement.execute(database)
}
