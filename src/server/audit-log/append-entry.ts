import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Statement } from '#server/database/org-database.ts'
import {
  type AuditedWrite,
  auditEntryStatements,
  insertAuditEntry,
  type NewAuditEntry,
} from './queries.ts'

/** The changed record. */
type Change = NewAuditEntry & { kind: AuditKind }

/** Statements that append the audit entry of a write, to run in one batch with others of it. */
export const auditStatements = (write: AuditedWrite, change: Change): Statement[] =>
  auditEntryStatements(write, change)

/** Appends the audit entry of a write. */
export const appendAuditEntry = (write: AuditedWrite, change: Change): Promise<void> =>
  insertAuditEntry(write, change)
