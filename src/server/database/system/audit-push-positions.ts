import { type Kysely, sql } from 'kysely'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

/** An organization with entries that the collector lacks, leased by one process. */
export interface WaitingLog {
  org: OrgDatabase
  /** Name of the organization. */
  name: string
  /** Position in its log up to which the collector has everything; 0 for nothing. */
  seq: number
}

/** How long a process has the log of an organization for itself, Unix seconds. */
interface Lease {
  lease: string
  now: number
  until: number
}

/** Organizations, where each log was pushed up to, and its next entry: only those that have one. */
const waitingLogs = sql`organization
  left join audit_push on audit_push.org_id = organization.id
  join record_seal on record_seal.org_id = organization.id
    and record_seal.seq = coalesce(audit_push.seq, 0) + 1`

/** Up to where the audit log of each organization was pushed, and which process pushes it. */
export class AuditPushPositions {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /**
   * Leases one log with entries that wait and that no other process pushes, the one that waited longest since
   * it was tried, so that none that is refused delays the others; undefined for none.
   */
  async take({ lease, now, until }: Lease): Promise<WaitingLog | undefined> {
    const { rows } = await sql<{ org_id: string; name: string; seq: number }>`
      with waiting as (
        select organization.id, organization.name from ${waitingLogs}
        where coalesce(audit_push.leased_until, 0) <= ${now}
        order by coalesce(audit_push.taken_at, 0), organization.id limit 1),
      taken as (
        insert into audit_push (org_id, seq, taken_at, lease, leased_until)
        select id, 0, ${now}::double precision, ${lease}, ${until}::double precision from waiting
        on conflict (org_id) do update set
            taken_at = excluded.taken_at, lease = excluded.lease, leased_until = excluded.leased_until
          where coalesce(audit_push.leased_until, 0) <= ${now}
        returning org_id, seq)
      select taken.org_id, waiting.name, taken.seq::double precision as seq
      from taken join waiting on waiting.id = taken.org_id
    `.execute(this.#database)
    const [row] = rows
    if (!row) return undefined
    return { org: new OrgDatabase(this.#database, row.org_id), name: row.name, seq: row.seq }
  }

  /** Moves on in a log, unless another process has taken it. */
  async advance(orgId: string, seq: number, lease: string): Promise<void> {
    await sql`
      update audit_push set seq = ${seq}
      where org_id = ${orgId} and lease = ${lease}
    `.execute(this.#database)
  }

  /** Lets other processes have a log, unless one has taken it. */
  async release(orgId: string, lease: string): Promise<void> {
    await sql`
      update audit_push set lease = null, leased_until = null
      where org_id = ${orgId} and lease = ${lease}
    `.execute(this.#database)
  }

  /** The instant of the oldest sealed entry that waits, Unix seconds, or null. */
  async oldestWaiting(): Promise<number | null> {
    const { rows } = await sql<{ at: number | null }>`
      select min(record_seal.recorded_at) as at from ${waitingLogs}
    `.execute(this.#database)
    return rows[0]?.at ?? null
  }
}
