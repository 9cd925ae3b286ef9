import { type Kysely, sql } from 'kysely'

// Inserts alone rarely bring autovacuum to a large table, and only what it has visited is read from
// an index alone.
const statements = sql`
  create index on attestation (org_id, created_at, id) include (flow_id);
  create index on attestation (org_id, flow_id, created_at, id) include (is_compliant);
  create index on attestation (org_id, flow_id, name, created_at, id) include (is_compliant);
  create index on attestation (org_id, flow_id, type, created_at, id) include (is_compliant);
  drop index attestation_org_id_created_at_id_idx;
  drop index attestation_org_id_flow_id_created_at_id_idx;
  drop index attestation_org_id_flow_id_name_created_at_idx;
  drop index attestation_org_id_flow_id_type_created_at_idx;
  alter table attestation set (autovacuum_vacuum_insert_scale_factor = 0.01)`

/** Indexes that choose the attestations of a page without a look at the rows passed over. */
export async function up(database: Kysely<never>): Promise<void> {
  await statements.execute(database)
}
