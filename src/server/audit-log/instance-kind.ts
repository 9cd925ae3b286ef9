import type { AuditKind } from '#contract/audit-log/audit-kind.ts'

/** Kinds of entries in the log of the instance: its own, and those it shares with organizations. */
export type InstanceKind =
  | AuditKind
  | 'user_added'
  | 'email_changed'
  | 'organization_added'
  | 'organization_purged'
  | 'secret_accepted'
  | 'restored'
  | 'evidence_collected'
