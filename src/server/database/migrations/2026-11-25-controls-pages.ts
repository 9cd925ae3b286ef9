import { type Kysely, sql } from 'kysely'

/** What the lists of decisions about all controls are read by, newest first. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create index on attestation (org_id, created_at, id)
      include (flow_id, is_compliant, control) where control is not null;
    create index on attestation (org_id, created_at, id)
      include (flow_id) where control is not null and not is_compliant;
    create index on attestation (org_id, flow_id, created_at, id)
      include (is_compliant, control) where control is not null;
    create index on attestation (org_id, fingerprint, created_at, id)
      where control is not null`.execute(database)
}
