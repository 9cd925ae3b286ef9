import * as z from 'zod/mini'
import { auditChoices } from './audit-group.ts'
import { auditEvent, auditKinds } from './audit-kind.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { download, exportFormat } from '#contract/export/export.ts'

/** Types of objects in the audit log. */
export const auditObjectTypes = [
  'flow',
  'trail',
  'environment',
  'space',
  'policy',
  'control',
  'custom_type',
  'notification',
  'service_account',
  'member',
  'repo',
  'settings',
  'view',
] as const

/** Results of recorded requests. */
export const auditResults = ['accepted', 'refused'] as const

/** Filters of the audit log; all apply together, several actions are alternatives. */
export const auditFilters = {
  /** A person or a service account by name, or a key by its label. */
  actor: maybe(z.string()),
  action: maybe(z.array(z.enum(auditKinds)).check(z.maxLength(20))),
  /** Kinds of actions by what they are about; several are alternatives. */
  group: maybe(z.array(z.enum(auditChoices))),
  object_type: maybe(z.enum(auditObjectTypes)),
  /** Name of an object; of a trail `flow/trail`. */
  object: maybe(z.string()),
  result: maybe(z.enum(auditResults)),
  from: maybe(timestamp),
  to: maybe(timestamp),
}

/** A changed field of an entry. */
const auditChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
export type AuditChange = z.output<typeof auditChange>

/** A row of the audit log. */
const auditItem = z.object({
  id: z.string(),
  /** Number in the organization's sealed log, counted from 1 without a gap. */
  seq: z.int(),
  recorded_at: timestamp,
  actor: z.string(),
  key_id: z.nullable(z.string()),
  /** Label of the key at the time; null without a key. */
  key_label: z.nullable(z.string()),
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  action: z.enum(auditKinds),
  object_type: z.nullable(z.enum(auditObjectTypes)),
  object: z.nullable(z.string()),
  subject: auditEvent.shape.subject,
  result: z.enum(auditResults),
  /** Number of refusals that the entry stands for; else 1. */
  times: z.int(),
  /** The first changes, with long values cut. */
  changes: z.array(auditChange),
  /** Number of all changes. */
  change_count: z.int(),
  /** Whether the actor came with a key of a service account: a person may have the same name. */
  is_service_account: z.boolean(),
})
export type AuditItem = z.output<typeof auditItem>

export const auditPage = z.object({
  entries: z.array(auditItem),
  /** The `before` of the next, older page; null at the end. */
  older: z.nullable(z.int()),
})

export const listAuditLog = endpoint({
  name: 'listAuditLog',
  method: 'GET',
  path: '/cairn/{org}/audit-log',
  access: 'reader',
  query: z.object({
    ...auditFilters,
    /** Lists entries older than this `seq`. */
    before: maybe(z.int().check(z.gte(1))),
    per_page: z._default(z.int().check(z.gte(1), z.lte(500)), 50),
  }),
  response: auditPage,
})

/** An entry with everything that is stored about it. */
const auditEntry = z.extend(auditItem, {
  /** All changes, in full. */
  changes: z.array(auditChange),
  /** The accepted or refused request. */
  body: z.unknown(),
  /** The object before the change, where that was stored. */
  before: z.unknown(),
  /** SHA-256 of the entry, of the log up to the one before, and of the log with it; hexadecimal. */
  hash: z.string(),
  previous_seal: z.string(),
  seal: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const getAuditEntry = endpoint({
  name: 'getAuditEntry',
  method: 'GET',
  path: '/cairn/{org}/audit-log/entries/{id}',
  access: 'reader',
  response: auditEntry,
})

export const followAuditLog = endpoint({
  name: 'followAuditLog',
  method: 'GET',
  path: '/cairn/{org}/audit-log/entries',
  access: 'reader',
  query: z.object({
    /** Lists entries after this `seq`, oldest first. */
    after: z._default(z.int().check(z.gte(0)), 0),
    per_page: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  }),
  response: z.object({
    entries: z.array(auditEntry),
    /** The `after` of the next call: the newest `seq` read, the given one where none is newer. */
    next: z.int(),
  }),
})

export const auditCounts = z.object({
  from: timestamp,
  to: timestamp,
  /** Length of an interval in seconds: an hour in windows up to three days, else a day. */
  step: z.int(),
  /** Intervals with entries, oldest first; `at` is the start of one. */
  counts: z.array(z.object({ at: timestamp, accepted: z.int(), refused: z.int() })),
})
export type AuditCounts = z.output<typeof auditCounts>

export const countAuditLog = endpoint({
  name: 'countAuditLog',
  method: 'GET',
  path: '/cairn/{org}/audit-log/counts',
  access: 'reader',
  query: z.object(auditFilters),
  response: auditCounts,
})

export const exportAuditLog = endpoint({
  name: 'exportAuditLog',
  ...download,
  path: '/cairn/{org}/exports/audit-log',
  access: 'reader',
  query: z.object({ ...auditFilters, ...exportFormat }),
})

/** Texts of these endpoints in the API reference. */
export const auditLogTexts = {
  listAuditLog: {
    summary: 'List who did what in an organization, newest first',
    description:
      'Returns 50 entries unless `per_page` says otherwise; `older` is the value of `before` for the next ones, null at the end. Refused requests and exports are entries, too. Network addresses are shown to admins only.',
  },
  getAuditEntry: {
    summary: 'Get an entry of the audit log with all that it says',
    description:
      'Returns the entry with all changed fields, what was sent, what stood there before, and the hashes that seal its place in the log. An unknown id is 404.',
  },
  followAuditLog: {
    summary: 'Follow the audit log from a place on, oldest first, each entry with all that it says',
    description:
      'Returns up to 50 whole entries unless `per_page` says otherwise, for systems that collect logs: call again with `next` as `after`, at once while a page is full and else after a pause. Entries are numbered without a gap and change only where a person is erased, so nothing is missed or met twice. Network addresses are shown to admins only.',
  },
  countAuditLog: {
    summary: 'Count the audit log by hour or day: 30 days up to now, or a window to 400 days',
    description:
      'Returns how many accepted and refused entries match, by hour for windows of up to three days and by day for longer ones. Without `from` the window is 30 days; of a longer one than 400 days the last 400 are counted.',
  },
  exportAuditLog: {
    summary: 'Export all entries of the audit log that match, as CSV, NDJSON or JSON',
    description:
      'Returns the entries as they stood when the export began, newest first. Network addresses are included for admins only.',
  },
} satisfies EndpointTexts
