import { type Kysely, sql } from 'kysely'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'

/** Tables whose rows wait for background work. */
export type QueueTable =
  | 'record_pending'
  | 'artifact_delta'
  | 'attestation_delta'
  | 'trail_delta'
  | 'reevaluation_queue'
  | 'environment_queue'
  | 'refusal'

/** Finds organizations with pending background work. */
export class BackgroundWork {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /** Organizations with rows that wait for background work. */
  async withRowsIn(table: QueueTable): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom(table as 'record_pending')
      .select('org_id')
      .distinct()
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations with allowances that expire at or before an instant. */
  async withExpiring(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('allowed_artifact')
      .select('org_id')
      .distinct()
      .where('expires_at', '<=', now)
      .where('standing', '=', 'stands')
      .union(
        this.#database
          .selectFrom('override_state')
          .select('org_id')
          .where('expires_at', '<=', now)
          .where('ended_at', 'is', null),
      )
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations with outbox events not dispatched yet, or held until now. */
  async withUntold(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('notification_event')
      .select('org_id')
      .distinct()
      .where('told_at', 'is', null)
      .union(
        this.#database
          .selectFrom('delivery')
          .select('org_id')
          .where('next_at', '<=', now)
          .where(sql<boolean>`state in ('held', 'gathering')`),
      )
      .union(this.#database.selectFrom('selection_stale').select('org_id'))
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations with messages to be sent, now or later. */
  async withUnsent(): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('organization')
      .select('id')
      .where(
        sql<boolean>`exists (select 1 from delivery
          where delivery.org_id = organization.id and delivery.state = 'waiting')`,
      )
      .execute()
    return rows.map(({ id }) => new OrgDatabase(this.#database, id))
  }

  /** Organizations with stored messages that were sent, or answered, before an instant. */
  async withRemembered(before: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('organization')
      .select('id')
      .where(
        sql<boolean>`exists (select 1 from notification_event where org_id = organization.id
            and payload is not null and told_at < ${before})
          or exists (select 1 from delivery where org_id = organization.id
            and payload is not null and state in ('delivered', 'failed') and created_at < ${before})
          or exists (select 1 from delivery_attempt where org_id = organization.id
            and response is not null and at < ${before})`,
      )
      .execute()
    return rows.map(({ id }) => new OrgDatabase(this.#database, id))
  }
}
