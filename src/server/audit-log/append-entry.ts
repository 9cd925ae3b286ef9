import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { insertAuditEntry, type NewAuditEntry } from './queries.ts'
import type { Author } from '#server/platform/actor.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Appends the audit entry of a write; author and instant come from the unit of work. */
export function appendAuditEntry(
  { org, at, actor, newId }: Pick<UnitOfWork, 'org' | 'at' | 'newId'> & { actor: Author },
  change: Omit<NewAuditEntry, 'id' | 'at' | 'actor' | 'kind'> & { kind: AuditKind },
): Promise<void> {
  return insertAuditEntry(org, { id: newId(), at, actor, ...change })
}
