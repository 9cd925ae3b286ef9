import type { Generated, GeneratedAlways } from 'kysely'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Instant, Json, OfOrganization } from './column-types.ts'

/** Kinds of entries in the log of the instance: its own, and those it shares with organizations. */
export type InstanceKind =
  | AuditKind
  | 'user_added'
  | 'email_changed'
  | 'user_erased'
  | 'organization_added'
  | 'organization_purged'
  | 'secret_accepted'
  | 'secret_rotated'
  | 'restored'
  | 'evidence_collected'

/** Answer to a request with an Idempotency-Key; null while it is in progress. */
export interface IdempotencyKey extends OfOrganization {
  user_id: string
  key: string
  request_hash: Buffer
  status: number | null
  body: string | null
  created_at: Instant
}

/** One accepted write: who, what, and its canonical JSON with a hash. */
export interface RecordRow extends OfOrganization {
  id: string
  actor: string
  key_id: string | null
  kind: string
  subject: Json<Record<string, string>>
  body: string
  hash: Buffer
  recorded_at: Instant
  /** Where the request came from. */
  address: string | null
  /** Label of the key at the time; null without one. */
  key_label: string | null
  request_id: string | null
  /** Canonical JSON of the previous values, if there are any. */
  before: string | null
  /** Result; null for an accepted write. */
  result: string | null
  /** JSON of the commitments to parts that may be about people; null for entries of before. */
  personal: string | null
}

/** An unsealed entry. */
export interface RecordPending extends OfOrganization {
  record_id: string
  xid: Generated<string>
}

/** The sealed log: entries in commit order, each hash covering the one before. */
export interface RecordSeal extends OfOrganization {
  seq: number
  record_id: string
  prev_hash: Buffer
  hash: Buffer
  recorded_at: Instant
  /** The UTC day of `recorded_at`, counted from 1970. */
  day: GeneratedAlways<number>
  actor: string
  key_label: string | null
  kind: string
  object_type: string | null
  object: string | null
  result: string
}

/** Number of sealed entries of a UTC day, counted from 1970, up to a position in the log. */
export interface RecordTally extends OfOrganization {
  day: number
  kind: string
  result: string
  count: number
}

/** The position in the log up to which its entries are counted. */
export interface RecordCounted extends OfOrganization {
  seq: number
}

/** Refusals of one kind by an actor at a route in a minute, while they are counted. */
export interface Refusal extends OfOrganization {
  actor: string
  kind: string
  route: string
  /** Since 1970. */
  minute: number
  times: number
  /** Details of the first of them. */
  told: Json<RefusalDetails>
}

/** Details of one refused call. */
export interface RefusalDetails {
  key_id: string | null
  key_label: string | null
  address: string | null
  request_id: string | null
  body: Record<string, string | null>
}

/** Up to where the log of an organization was posted to the collector, and which process posts it. */
export interface AuditPushRow extends OfOrganization {
  seq: number
  /** When a process last took it. */
  taken_at: Instant | null
  lease: string | null
  leased_until: Instant | null
}

/** Tables of organizations with these rows. */
export interface AuditLogTables {
  idempotency_key: IdempotencyKey
  record: RecordRow
  record_pending: RecordPending
  record_seal: RecordSeal
  record_tally: RecordTally
  record_counted: RecordCounted
  audit_push: AuditPushRow
  refusal: Refusal
}
