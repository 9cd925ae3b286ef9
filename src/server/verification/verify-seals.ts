import { auditObjectOf } from '#domain/audit-log/audit-entry.ts'
import { entryHash, type HashedEntry } from '#server/audit-log/queries.ts'
import { firstPreviousHash, sealHash } from '#server/audit-log/seal.ts'
import type { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import { erasedIn, erasureFault, excessiveErasures } from './verify-erasures.ts'

/** A fault of an entry in an organization's log. */
interface SealFault {
  organization: string
  /** Number in the log; null for an entry that has none yet. */
  seq: number | null
  fault: string
}

/** Findings in the audit logs of all organizations. */
export interface SealReport {
  sealed: number
  /** Entries that wait for their number in the log. */
  waiting: number
  faults: SealFault[]
}

/** Faults that are listed: one changed entry may break every seal behind it. */
const maxFaults = 100

/** An entry with its hash and its organization's name. */
type Stored = HashedEntry & { organization: string; org_id: string; entry_hash: Buffer }

/** A seal with its entry; the `sealed_` columns repeat the entry's for filters. */
type Sealed = Stored & {
  seq: string
  prev_hash: Buffer
  seal_hash: Buffer
  sealed_at: number
  sealed_actor: string
  sealed_label: string | null
  sealed_kind: string
  sealed_type: string | null
  sealed_object: string | null
  sealed_result: string
}

const entryColumns = `
  organization.name as organization, record.org_id, record.id, record.recorded_at, record.actor,
  record.key_id, record.kind, record.subject::text as subject, record.body,
  record.hash as entry_hash, record.address, record.result, record.key_label, record.request_id,
  record.before, record.personal`

/** Checks each entry against its hash, and each seal against its entry and the seal before it. */
export async function verifySeals(read: ConsistentRead): Promise<SealReport> {
  const report: SealReport = { sealed: 0, waiting: 0, faults: [] }
  const add = (organization: string, seq: number | null, fault: string) => {
    if (report.faults.length < maxFaults) report.faults.push({ organization, seq, fault })
  }
  let last: { org: string; seq: number; hash: Buffer } = {
    org: '',
    seq: 0,
    hash: firstPreviousHash,
  }
  const erased = new Map<string, number>()
  const count = (row: Stored) => {
    for (const name of erasedIn(row)) erased.set(name, (erased.get(name) ?? 0) + 1)
  }
  for await (const row of read.rows<Sealed>(`
    select ${entryColumns}, record_seal.seq, record_seal.prev_hash, record_seal.hash as seal_hash,
      record_seal.recorded_at as sealed_at, record_seal.actor as sealed_actor,
      record_seal.key_label as sealed_label, record_seal.kind as sealed_kind,
      record_seal.object_type as sealed_type, record_seal.object as sealed_object,
      record_seal.result as sealed_result
    from record_seal join organization on organization.id = record_seal.org_id
      join record on record.org_id = record_seal.org_id and record.id = record_seal.record_id
    order by record_seal.org_id, record_seal.seq`)) {
    report.sealed += 1
    const seq = Number(row.seq)
    if (row.org_id !== last.org) last = { org: row.org_id, seq: 0, hash: firstPreviousHash }
    if (seq !== last.seq + 1) add(row.organization, seq, `the one before it is ${last.seq}`)
    for (const fault of [...entryFaults(row), chainFault(row, last.hash), copyFault(row)])
      if (fault) add(row.organization, seq, fault)
    count(row)
    last = { org: row.org_id, seq, hash: row.seal_hash }
  }
  for await (const row of read.rows<Stored & { is_waiting: boolean }>(`
    select ${entryColumns}, record_pending.record_id is not null as is_waiting
    from record join organization on organization.id = record.org_id
      left join record_pending
        on record_pending.org_id = record.org_id and record_pending.record_id = record.id
    where not exists (select from record_seal
      where record_seal.org_id = record.org_id and record_seal.record_id = record.id)`)) {
    for (const fault of entryFaults(row)) if (fault) add(row.organization, null, fault)
    count(row)
    if (row.is_waiting) report.waiting += 1
    else add(row.organization, null, `the entry ${row.id} is neither sealed nor waits to be`)
  }
  for (const fault of await excessiveErasures(read, erased)) add('(instance)', null, fault)
  return report
}

function entryFaults(row: Stored): (string | null)[] {
  const { id, recorded_at, actor, key_id, kind, subject, body } = row
  const { address, result, key_label, request_id, before, personal } = row
  const always = { id, recorded_at, actor, key_id, kind, subject, body }
  const hash = entryHash({ ...always, address, result, key_label, request_id, before, personal })
  const isRight = row.entry_hash.equals(hash)
  return [isRight ? null : `the entry ${id} is not what was hashed`, erasureFault(row)]
}

function chainFault({ prev_hash, seal_hash, entry_hash }: Sealed, previous: Buffer): string | null {
  if (!prev_hash.equals(previous)) return 'its seal does not cover the one before it'
  const isRight = seal_hash.equals(sealHash(prev_hash, entry_hash))
  return isRight ? null : 'its seal does not cover its entry'
}

function copyFault(row: Sealed): string | null {
  const about = auditObjectOf(JSON.parse(row.subject))
  const isSame =
    row.sealed_at === row.recorded_at &&
    row.sealed_actor === row.actor &&
    row.sealed_label === row.key_label &&
    row.sealed_kind === row.kind &&
    row.sealed_type === about.object_type &&
    row.sealed_object === about.object &&
    row.sealed_result === (row.result ?? 'accepted')
  return isSame ? null : 'what lists filter it by is not what its entry says'
}
