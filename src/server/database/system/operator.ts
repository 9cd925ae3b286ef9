import { type Kysely, sql } from 'kysely'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { insertAuditEntry } from '#server/audit-log/queries.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { InstanceKind } from '#server/database/tables/audit-log.ts'
import type { Author } from '#server/platform/actor.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { appendInstanceEntry } from './instance.ts'
import { OwnAccount } from './own-account.ts'

/** The actor of commands on the machine; no user can have this name. */
const operator = { name: '(operator)', keyId: null, address: null, keyLabel: 'command line' }
/** The actor of what the groups of the identity provider decide. */
export const singleSignOn = { name: '(single sign-on)', keyId: null, address: null }

/** The actor of what Cairn does by itself, for the instance. */
export const cairnItself = { name: '(Cairn)', keyId: null, address: null }
/** The actor of what the identity provider says by SCIM. */
export const scim = { name: '(SCIM)', keyId: null }
/** The lock under which SCIM changes one thing at a time; signing in shares it. */
export const scimLock = sql`hashtext('cairn scim')`

/** A transaction of the operator, of single sign-on or of SCIM, with its audit entries. */
export class OperatorWrite {
  readonly database: Kysely<Tables>
  readonly at: number
  readonly newId: () => string
  readonly actor: Author

  constructor(database: Kysely<Tables>, at: number, newId: () => string, actor: Author = operator) {
    this.database = database
    this.at = at
    this.newId = newId
    this.actor = actor
  }

  /** Returns the unit of work for one organization. */
  in(orgId: string) {
    const { at, actor, newId } = this
    return { org: new OrgDatabase(this.database, orgId), at, actor, newId }
  }

  /** Appends an audit entry about a member of an organization. */
  appendEntry(
    orgId: string,
    kind: AuditKind,
    body: { name: string; [field: string]: unknown },
  ): Promise<void> {
    return insertAuditEntry(this.in(orgId), { kind, subject: { member: body.name }, body })
  }

  /** Appends an entry to the log of the instance; `name` is that of a user. */
  logInstance(
    kind: InstanceKind,
    body: { name?: string; [field: string]: unknown },
  ): Promise<void> {
    const subject = body.name === undefined ? {} : { member: body.name }
    return appendInstanceEntry(this.database, this, { kind, subject, body })
  }

  /**
   * Appends an audit entry to the personal organization of a user, to every one that they have come
   * to, and to the log of the instance; the `own` part to the personal one and the instance only.
   */
  async logAbout(user: { id: string; name: string }, kind: AuditKind, body: object, own = {}) {
    const { name } = user
    for (const one of await new OwnAccount(this.database, user.id).organizations()) {
      const auditBody = one.kind === 'personal' ? { name, ...body, ...own } : { name, ...body }
      await this.appendEntry(one.org.orgId, kind, auditBody)
    }
    await this.logInstance(kind, { name, ...body, ...own })
  }
}

/** A write of a command, in a transaction or by single statements, at this moment. */
export const operatorWrite = (database: Kysely<Tables>) =>
  new OperatorWrite(database, systemClock(), createIdGenerator(systemClock))
