import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Statement } from '#server/database/org-database.ts'
import { auditEntryStatements, type NewAuditEntry } from './queries.ts'
import type { Author } from '#server/platform/actor.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** What an audit entry takes from its unit of work: author and instant. */
type Write = Pick<UnitOfWork, 'org' | 'at' | 'newId'> & { actor: Author }

/** What was changed. */
type Change = Omit<NewAuditEntry, 'id' | 'at' | 'actor' | 'kind'> & { kind: AuditKind }

/** Statements that append the audit entry of a write, to run in one batch with others of it. */
export const auditStatements = ({ org, at, actor, newId }: Write, change: Change): Statement[] =>
  auditEntryStatements(org, { id: newId(), at, actor, ...change })

/** Appends the audit entry of a write. */
export const appendAuditEntry = (write: Write, change: Change): Promise<void> =>
  write.org.executeBatch(auditStatements(write, change))
