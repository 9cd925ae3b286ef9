import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { insertAuditEntry } from '#server/audit-log/queries.ts'
import type { OwnAccount } from '#server/database/system/own-account.ts'
import type { Author, Actor } from '#server/platform/actor.ts'
import type { AccountContext } from '#server/request/handler.ts'

/** One change of what a person has for themselves, under way. */
export interface OwnAccountChange {
  own: OwnAccount
  at: number
  newId: AccountContext['newId']
  /**
   * Leaves a record in every organization that the person is in: each is reached with it. From
   * where, with which key and the `own` part of it are the person's: shared organizations, whose
   * members read the log, are not told.
   */
  record(kind: AuditKind, body: object, own?: object): Promise<void>
}

type Recorder = Pick<AccountContext, 'across' | 'clock' | 'newId'> & {
  actor: Author & Pick<Actor, 'userId'>
}

/** Runs such a change in one transaction. */
export function changeOwnAccount<T>(
  { across, clock, newId, actor }: Recorder,
  work: (write: OwnAccountChange) => Promise<T>,
): Promise<T> {
  return across.changeOwnAccount(actor.userId, (own) => {
    const at = clock()
    const record = async (kind: AuditKind, body: object, ofOwn: object = {}) => {
      for (const { org, kind: orgKind } of await own.organizations()) {
        const told =
          orgKind === 'personal'
            ? { actor, body: { ...body, ...ofOwn } }
            : { actor: { ...actor, address: null, keyLabel: null }, body }
        await insertAuditEntry(org, { id: newId(), at, kind, subject: {}, ...told })
      }
    }
    return work({ own, at, newId, record })
  })
}
