import { type Kysely, sql } from 'kysely'

// Rows that each report replaces keep free space on their pages, so that the indexes stay as they
// are, and are cleaned up before a table of many rows would be due.
const replaced = ['trail', 'trail_status', 'current_attestation', 'artifact_state']

// Rows that are inserted and soon deleted: the tables are small, and empty most of the time.
const passing = [
  'artifact_delta',
  'attestation_delta',
  'trail_delta',
  'record_pending',
  'reevaluation_queue',
  'environment_queue',
]

// Index-only scans need pages that were visited, which inserts alone rarely bring about.
const appended = ['record', 'record_seal', 'trail_event', 'environment_event']

const settings = (tables: readonly string[], given: string) =>
  sql.raw(tables.map((table) => `alter table ${table} set (${given})`).join('; '))

/**
 * Lets a report update its trail without writing to the indexes: the index on the time of the last
 * change goes, and what it told of a flow is kept with the flow. Tunes when tables are vacuumed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table flow_activity (
      org_id text not null,
      flow_id text not null,
      at double precision not null,
      primary key (org_id, flow_id),
      foreign key (org_id, flow_id) references flow
    ) with (fillfactor = 50);
    insert into flow_activity
      select org_id, flow_id, max(last_modified_at) from trail group by 1, 2;
    drop index trail_org_id_flow_id_last_modified_at_idx`.execute(database)
  await settings(replaced, 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02').execute(
    database,
  )
  await settings(
    passing,
    'autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0',
  ).execute(database)
  await settings(appended, 'autovacuum_vacuum_insert_scale_factor = 0.01').execute(database)
}
