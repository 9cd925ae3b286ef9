import type { OrgDatabase } from '#server/database/org-database.ts'

/** A key of a caller, and a hash of its request. */
export interface KeyedRequest {
  user_id: string
  key: string
  request_hash: Buffer
}

/**
 * Takes a key for a request; returns false if it is taken. Waits for a concurrent request that is
 * taking it; a key taken before `freeBefore` is free again.
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

/** Finds a key taken at or after an instant. */
export function findKey(org: OrgDatabase, { user_id, key }: KeyedRequest, since: number) {
  return org
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'body'])
    .where('idempotency_key.user_id', '=', user_id)
    .where('idempotency_key.key', '=', key)
    .where('idempotency_key.created_at', '>=', since)
    .executeTakeFirst()
}

/** Stores the answer to a request, for the next one with its key. */
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
