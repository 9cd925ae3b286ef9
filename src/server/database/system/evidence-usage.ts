import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isToNodes } from '#server/database/pool.ts'
import { asyncCommitPart } from '#server/database/async-commit.ts'

/** A file that an organization is about to store. */
interface NewFile {
  orgId: string
  sha256: string
  /** Bytes. */
  size: number
}

/** The quota that the operator gave an organization, else the limit of all. */
const quotaOf = (orgId: string, limit: number | null) => sql<number | null>`coalesce((
  select (value ->> 'max_evidence_bytes')::bigint from organization_setting
  where org_id = ${orgId} and section = 'quota'), ${limit}::bigint)`

/** Seconds after which a reservation is one of a process that was killed: no call takes as long. */
const maxReservedSeconds = 3600

/**
 * Counts the bytes of evidence that each organization stores, equal files once. Space is reserved in
 * one short statement before a file is stored; a trigger gives it to the first row that names it.
 * A crash may undo a reservation with its sum, but not a row that was committed after it.
 */
export class EvidenceUsage {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /**
   * Reserves the space of a file under an id, unless it takes the organization over its quota, or
   * over a limit where it has none (bytes; null for none). A file that it has needs no space.
   * @returns whether it may be stored, and whether space was reserved for it
   */
  async reserve(
    { orgId, sha256, size }: NewFile,
    id: string,
    { limit, now }: { limit: number | null; now: number },
  ): Promise<{ isAllowed: boolean; isReserved: boolean }> {
    if (isToNodes(this.#database))
      return this.#reserveInTurn({ orgId, sha256, size }, id, { limit, now })
    const { rows } = await sql<{ is_known: boolean; is_reserved: boolean }>`
      with ${asyncCommitPart}, quota as (select ${quotaOf(orgId, limit)} as bytes), known as (
        select from evidence_file
        where org_id = ${orgId} and sha256 = ${sha256} and removed_at is null),
      grown as (
        insert into evidence_usage as used (org_id, bytes)
        select ${orgId}, ${size}::bigint from async_commit, quota where not exists (select from known)
          and (quota.bytes is null or ${size}::bigint <= quota.bytes)
        on conflict (org_id) do update set bytes = used.bytes + excluded.bytes
          where (select bytes is null or used.bytes + excluded.bytes <= bytes from quota)
        returning bytes),
      reserved as (
        insert into evidence_reservation (org_id, id, sha256, bytes, reserved_at)
        select ${orgId}, ${id}, ${sha256}, ${size}::bigint, ${now}::double precision from grown)
      select exists (select from known) as is_known, exists (select from grown) as is_reserved
    `.execute(this.#database)
    const { is_known = false, is_reserved = false } = rows[0] ?? {}
    return { isAllowed: is_known || is_reserved, isReserved: is_reserved }
  }

  /** Nodes refuse the one statement of `reserve`: what it does, by one after the other. */
  #reserveInTurn(
    { orgId, sha256, size }: NewFile,
    id: string,
    { limit, now }: { limit: number | null; now: number },
  ): Promise<{ isAllowed: boolean; isReserved: boolean }> {
    return this.#database.transaction().execute(async (tx) => {
      const { rows: known } = await sql`
        select from evidence_file
        where org_id = ${orgId} and sha256 = ${sha256} and removed_at is null`.execute(tx)
      if (known.length > 0) return { isAllowed: true, isReserved: false }
      const max = await new EvidenceUsage(tx).limitOf(orgId, limit)
      if (max !== null && size > max) return { isAllowed: false, isReserved: false }
      const { rows: grown } = await sql`
        insert into evidence_usage as used (org_id, bytes) values (${orgId}, ${size}::bigint)
        on conflict (org_id) do update set bytes = used.bytes + excluded.bytes
          where ${max}::bigint is null or used.bytes + excluded.bytes <= ${max}::bigint
        returning bytes`.execute(tx)
      if (grown.length === 0) return { isAllowed: false, isReserved: false }
      await sql`
        insert into evidence_reservation (org_id, id, sha256, bytes, reserved_at)
        values (${orgId}, ${id}, ${sha256}, ${size}::bigint, ${now}::double precision)`.execute(tx)
      return { isAllowed: true, isReserved: true }
    })
  }

  /** Gives back a reservation that no row has taken over. */
  async release(orgId: string, id: string): Promise<void> {
    await sql`
      with ${asyncCommitPart}, gone as (
        delete from evidence_reservation using async_commit
        where org_id = ${orgId} and id = ${id} returning bytes)
      update evidence_usage set bytes = evidence_usage.bytes - gone.bytes
      from gone where evidence_usage.org_id = ${orgId}
    `.execute(this.#database)
  }

  /** Gives back the reservations of processes that were killed. */
  async releaseOld(now: number): Promise<void> {
    await sql`
      with gone as (
        delete from evidence_reservation where reserved_at < ${now - maxReservedSeconds}
        returning org_id, bytes),
      sums as (select org_id, sum(bytes) as bytes from gone group by 1)
      update evidence_usage set bytes = evidence_usage.bytes - sums.bytes
      from sums where evidence_usage.org_id = sums.org_id
    `.execute(this.#database)
  }

  /** Bytes that an organization may store: its quota, else a limit for all; null for any number. */
  async limitOf(orgId: string, limit: number | null): Promise<number | null> {
    const { rows } = await sql<{ bytes: number | null }>`
      select ${quotaOf(orgId, limit)}::double precision as bytes
    `.execute(this.#database)
    return rows[0]?.bytes ?? null
  }

  /** Bytes of an organization, what is being stored included. */
  async bytesOf(orgId: string): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select bytes::double precision from evidence_usage where org_id = ${orgId}
    `.execute(this.#database)
    return rows[0]?.bytes ?? 0
  }

  /** Bytes of all organizations. */
  async total(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(bytes), 0)::double precision as bytes from evidence_usage
    `.execute(this.#database)
    return rows[0]?.bytes ?? 0
  }
}
