import { type Kysely, sql } from 'kysely'

/** Evaluates each environment once: verdicts by the state of trails say how old its evidence is. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into reevaluation_queue (org_id, id, policy_id, cause)
    select distinct on (attached.org_id, attached.policy_id)
      attached.org_id, 'state-evidence-' || attached.policy_id, attached.policy_id,
      json_build_object('kind', 'policy_version', 'by', 'Cairn', 'by_id', '',
        'at', extract(epoch from now()), 'policy_name', policy.name)
    from policy_attachment attached
    join policy on policy.org_id = attached.org_id and policy.id = attached.policy_id`.execute(
    database,
  )
}
