import { type Kysely, sql } from 'kysely'

const columns = sql`
  alter table attestation_tally add column reported_by text not null default '',
    drop constraint attestation_tally_pkey,
    add primary key (org_id, flow_id, day, name, type, is_compliant, reported_by);
  alter table attestation_total add column reported_by text not null default '',
    drop constraint attestation_total_pkey,
    add primary key (org_id, flow_id, name, type, is_compliant, reported_by);
  alter table attestation_delta add column reported_by text not null default '';
  alter table attestation_tally alter column reported_by drop default;
  alter table attestation_total alter column reported_by drop default;
  alter table attestation_delta alter column reported_by drop default;
  create index on attestation (org_id, reported_by, created_at, id)
    include (flow_id, is_compliant)`

// What waits is folded first: the counts of decisions stay, the others are made anew.
const counts = sql`
  insert into decision_tally as sums (org_id, flow_id, control, day, is_compliant, count)
    select org_id, flow_id, control, day, is_compliant, sum(amount)
    from attestation_delta where control is not null group by 1, 2, 3, 4, 5
    having sum(amount) <> 0
    on conflict (org_id, flow_id, control, day, is_compliant)
      do update set count = sums.count + excluded.count;
  truncate attestation_delta, attestation_tally, attestation_total;
  insert into attestation_tally (org_id, flow_id, day, name, type, is_compliant, reported_by, count)
    select org_id, flow_id, floor(created_at / 86400)::integer, name, type, is_compliant,
      reported_by, count(*)
    from attestation group by 1, 2, 3, 4, 5, 6, 7;
  insert into attestation_total (org_id, flow_id, name, type, is_compliant, reported_by, count)
    select org_id, flow_id, name, type, is_compliant, reported_by, sum(count)
    from attestation_tally group by 1, 2, 3, 4, 5, 6`

/** Counts of attestations by who reported them, too, and the order in which those are listed. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [columns, counts]) await statements.execute(database)
}
