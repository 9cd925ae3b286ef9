import { idempotencyHeader } from '#contract/common/endpoint.ts'
import { daySeconds } from '#domain/common/days.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { Problem } from '#server/platform/problem.ts'
import { Answer, type OrgContext } from '#server/request/handler.ts'
import { findKey, type KeyedRequest, saveAnswer, takeKey } from './queries.ts'

/** Seconds for which the answer to a key is stored. */
export const retentionSeconds = daySeconds

/** Thrown if another request took the key in the meantime. */
const taken = new Error('The key is taken')

/** Requests with a key in progress in this process, by caller and key. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Answers a request once for its key: a repeated request of the same caller gets the first answer,
 * without running again. The key is stored in the transaction of the write, which begins with the
 * first change: both exist or neither, and slow work before it holds no connection. Of two
 * concurrent requests the second waits, and a refusal leaves the key free. The key is the first
 * lock.
 * @throws Problem 422 if the key was used for another request
 */
export async function answerOnce(
  context: OrgContext,
  { key, hash }: { key: string; hash: Buffer },
  run: (context: OrgContext) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const request = { user_id: context.actor.userId, key, request_hash: hash }
  const name = JSON.stringify([context.org.orgId, request.user_id, key])
  while (underWay.has(name)) await underWay.get(name)
  const answering = answer(context, request, run)
  const done = answering.then(
    () => underWay.delete(name),
    () => underWay.delete(name),
  )
  underWay.set(name, done)
  return answering
}

async function answer(
  context: OrgContext,
  request: KeyedRequest,
  run: (context: OrgContext) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const at = context.clock()
  const freeBefore = at - retentionSeconds
  const first = await replay(context.org, request, freeBefore)
  if (first) return first
  try {
    return await context.org.inOneTransaction((org) => run({ ...context, org }), {
      async first(org) {
        if (!(await takeKey(org, request, { at, freeBefore }))) throw taken
      },
      last: (org, { status, body }) =>
        saveAnswer(org, request, { status, body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (error !== taken) throw error
    const other = await replay(context.org, request, freeBefore)
    if (other) return other
    throw error
  }
}

/** Returns the stored answer of the key, or null. @throws Problem 422 */
async function replay(
  org: OrgDatabase,
  request: KeyedRequest,
  freeBefore: number,
): Promise<Answer<unknown> | null> {
  const first = await findKey(org, request, freeBefore)
  if (!first) return null
  if (!first.request_hash.equals(request.request_hash)) {
    const message = `The ${idempotencyHeader} '${request.key}' was used for another request within the last 24 hours: use a new key for each request`
    throw new Problem(422, message, { code: 'idempotency_key_reused' })
  }
  const replayed = { 'idempotent-replayed': 'true' }
  return new Answer(first.status as 200 | 201, JSON.parse(first.body ?? 'null'), replayed)
}
