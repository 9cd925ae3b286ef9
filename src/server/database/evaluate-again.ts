import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Enqueues every attached policy, so that each environment is evaluated once more: for migrations
 * after which verdicts say more.
 * @param reason - begins the ids of the queue entries; unique among migrations
 */
export async function evaluateAgain(
  database: QueryExecutorProvider,
  reason: string,
): Promise<void> {
  await sql`
    insert into reevaluation_queue (org_id, id, policy_id, cause)
    select distinct on (attached.org_id, attached.policy_id)
      attached.org_id, ${`${reason}-`}::text || attached.policy_id, attached.policy_id,
      json_build_object('kind', 'policy_version', 'by', 'Cairn', 'by_id', '',
        'at', extract(epoch from now()), 'policy_name', policy.name)
    from policy_attachment attached
    join policy on policy.org_id = attached.org_id and policy.id = attached.policy_id`.execute(
    database,
  )
}
