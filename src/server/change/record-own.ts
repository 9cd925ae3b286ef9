import type { ChangeKind } from '#contract/change.ts'
import type { OwnAccount } from '../database/across-organizations/own-account.ts'
import type { AccountContext, Actor, Author } from '../handler.ts'
import { Problem } from '../problem.ts'
import { appendRecord } from '../record/queries.ts'

/** One change of what a person has for themselves, under way. */
export interface OwnWrite {
  own: OwnAccount
  at: number
  newId: AccountContext['newId']
  /** Leaves a record in every organization that the person is in: each is reached with it. */
  record(kind: ChangeKind, body: object): Promise<void>
}

type Recorder = Pick<AccountContext, 'across' | 'clock' | 'newId'> & {
  actor: Author & Pick<Actor, 'userId'>
}

/** Runs such a change in one transaction. */
export function changeOwn<T>(
  { across, clock, newId, actor }: Recorder,
  work: (write: OwnWrite) => Promise<T>,
): Promise<T> {
  return across.changeOwnAccount(actor.userId, (own) => {
    const at = clock()
    const record = async (kind: ChangeKind, body: object) => {
      for (const org of await own.organizations()) {
        await appendRecord(org, { id: newId(), at, actor, kind, subject: {}, body })
      }
    }
    return work({ own, at, newId, record })
  })
}

/** Refuses service accounts what only people have. @throws Problem 403 */
export function requirePerson({ actor }: Pick<AccountContext, 'actor'>, what: string): void {
  if (actor.isServiceAccount) throw new Problem(403, `Service accounts have no ${what}`)
}
