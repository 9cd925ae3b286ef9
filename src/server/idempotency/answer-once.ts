import { idempotencyHeader } from '#contract/idempotency.ts'
import { Answer, type OrgContext } from '../handler.ts'
import { refusedField } from '../problem.ts'
import { findKey, saveAnswer, takeKey } from './queries.ts'

/** Seconds for which the answer to a key is kept (design.md 5). */
export const keptFor = 24 * 3600

/**
 * Answers a request once for its key: what comes again from the same caller is answered what the
 * first was, without doing it again. The key stands in the transaction of the write, so that both
 * are there or neither; of two at once the second waits, and a refusal leaves the key free.
 * Locks: the key comes before every other one.
 * @throws Problem 400 when the key was used for another request
 */
export async function answerOnce(
  context: OrgContext,
  { key, hash }: { key: string; hash: Buffer },
  run: (context: OrgContext) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const request = { user_id: context.actor.userId, key, request_hash: hash }
  const at = context.clock()
  return context.org.transaction(async (org) => {
    if (await takeKey(org, request, { at, freeBefore: at - keptFor })) {
      const answer = await run({ ...context, org })
      const { status, body } = answer
      await saveAnswer(org, request, { status, body: JSON.stringify(body) })
      return answer
    }
    const first = await findKey(org, request)
    if (!first?.request_hash.equals(hash)) {
      throw refusedField(
        idempotencyHeader,
        'Input should be a key of its own for each request',
        key,
      )
    }
    const replayed = { 'idempotent-replayed': 'true' }
    return new Answer(first.status as 200 | 201, JSON.parse(first.body ?? 'null'), replayed)
  })
}
