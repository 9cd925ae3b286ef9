import { expiredIn, type ExpiredRow, removeExpired } from '../allow-list/expiry-queries.ts'
import { recordWrites } from '../record/queries.ts'
import { lockById } from '../snapshot/member-queries.ts'
import type { Evaluator } from './drain-dirty.ts'
import { eachByItself } from './each-by-itself.ts'
import { evaluateAgain } from './evaluate-environment.ts'

/** Environments at a time. */
const batch = 50

/**
 * Ends what was allowed until now: where it runs it is judged by the policies again.
 * @returns in how many environments something ended
 */
export async function endAllowances({ org, newId }: Evaluator, now: number): Promise<number> {
  const environmentIds = await expiredIn(org, now, batch)
  await eachByItself(environmentIds, (id) => endIn({ org, newId }, id, now))
  return environmentIds.length
}

function endIn({ org: outer, newId }: Evaluator, id: string, now: number): Promise<void> {
  return outer.transaction(async (org) => {
    const environment = await lockById(org, id)
    if (!environment) return
    const ended = await removeExpired(org, id, now)
    const environment_name = environment.name
    for (const { fingerprint, name, ...by } of ended) {
      await org.writeTogether(
        recordWrites(org, {
          id: newId(),
          at: now,
          actor: actorOf(by),
          kind: 'allow_list_changed',
          subject: { environment_name },
          body: {
            environment_name,
            fingerprint,
            artifact_name: name,
            is_allowed: false,
            is_expired: true,
          },
          before: { is_allowed: true },
        }),
      )
    }
    if (ended.length === 0 || environment.archived_at !== null) return
    const marks = ended.map((one) => ({ fingerprint: one.fingerprint, cause: causeOf(one, now) }))
    await evaluateAgain({ org, newId, at: now }, environment, marks)
  })
}

type Author = Pick<ExpiredRow, 'expires_by' | 'expires_by_id'>

/** It is the doing of who set the end. */
const actorOf = ({ expires_by, expires_by_id }: Author) => ({
  userId: expires_by_id ?? '',
  name: expires_by ?? '',
  keyId: null,
  address: null,
})

function causeOf({ fingerprint, ...by }: ExpiredRow, at: number) {
  const { userId: by_id, name } = actorOf(by)
  const change = { kind: 'allow_list' as const, fingerprint, is_allowed: false, is_expired: true }
  return { ...change, by: name, by_id, at }
}
