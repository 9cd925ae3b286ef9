import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { insertAuditEntry } from '#server/audit-log/queries.ts'
import type { OwnAccount } from '#server/database/system/own-account.ts'
import type { Author, Actor } from '#server/platform/actor.ts'
import type { AccountContext } from '#server/request/handler.ts'

/** A change of what a person owns, in progress. */
export interface OwnAccountChange {
  own: OwnAccount
  at: number
  newId: AccountContext['newId']
  /**
   * Appends an audit entry to the person's own organization and to every one that they have come to;
   * one that only named them learns nothing. Address, key and the `own` part belong to the person:
   * shared organizations, whose members read the log, do not get them.
   */
  appendEntry(kind: AuditKind, body: object, own?: object): Promise<void>
}

type Recorder = Pick<AccountContext, 'systemDatabase' | 'clock' | 'newId'> & {
  actor: Author & Pick<Actor, 'userId'>
}

/** Runs such a change in one transaction. */
export function changeOwnAccount<T>(
  { systemDatabase, clock, newId, actor }: Recorder,
  work: (write: OwnAccountChange) => Promise<T>,
): Promise<T> {
  return systemDatabase.changeOwnAccount(actor.userId, (own) => {
    const at = clock()
    const appendEntry = async (kind: AuditKind, body: object, ofOwn: object = {}) => {
      for (const { org, kind: orgKind } of await own.organizations()) {
        const isOwn = orgKind === 'personal'
        const author = isOwn ? actor : { ...actor, address: null, keyLabel: null }
        const shown = isOwn ? { ...body, ...ofOwn } : body
        await insertAuditEntry(
          { org, at, newId, actor: author },
          { kind, subject: {}, body: shown },
        )
      }
    }
    return work({ own, at, newId, appendEntry })
  })
}
