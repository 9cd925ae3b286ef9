import type { OrgDatabase } from '#server/database/org-database.ts'

/** A key of a caller, and a hash of the request that came with it. */
export interface KeyedRequest {
  user_id: string
  key: string
  request_hash: Buffer
}

/**
 * Takes a key for a request; false when it is taken already. It waits for another request that is
 * just taking it, and a key that was taken before `freeBefore` is free again.
 */
export async function takeKey(
  org: OrgDatabase,
  request: KeyedRequest,
  { at, freeBefore }: { at: number; freeBefore: number },
): Promise<boolean> {
  const row = { request_hash: request.request_hash, status: null, body: null, created_at: at }
  const result = await org
    .insertInto('idempotency_key', { user_id: request.user_id, key: request.key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id', 'key'])
        .doUpdateSet(row)
        .where('idempotency_key.created_at', '<', freeBefore),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What is known of a key that was taken, and not before an instant. */
export function findKey(org: OrgDatabase, { user_id, key }: KeyedRequest, since: number) {
  return org
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'body'])
    .where('idempotency_key.user_id', '=', user_id)
    .where('idempotency_key.key', '=', key)
    .where('idempotency_key.created_at', '>=', since)
    .executeTakeFirst()
}

/** Keeps what the request was answered, for the next one with its key. */
export async function saveAnswer(
  org: OrgDatabase,
  { user_id, key }: KeyedRequest,
  answer: { status: number; body: string },
): Promise<void> {
  await org
    .updateTable('idempotency_key')
    .set(answer)
    .where('idempotency_key.user_id', '=', user_id)
    .where('idempotency_key.key', '=', key)
    .execute()
}
