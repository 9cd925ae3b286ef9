import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SettingSection } from '#contract/organization/organization-settings.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { purgeOrganization } from './purge-organization.ts'

/** Tables whose rows wait for background work. */
export type QueueTable =
  | 'record_pending'
  | 'artifact_delta'
  | 'attestation_delta'
  | 'trail_delta'
  | 'reevaluation_queue'
  | 'environment_queue'
  | 'refusal'

/** Condition that a row is of an organization that was not deleted: nothing is done for others. */
const isOpen = sql<boolean>`org_id not in (select id from organization where purge_at is not null)`

/** Finds organizations with pending background work. */
export class BackgroundWork {
  readonly #database: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    this.#database = database
  }

  /**
   * Organizations with rows that wait for background work. Audit entries are sealed also where the
   * organization was deleted: its last ones say so.
   */
  async withRowsIn(table: QueueTable): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom(table as 'record_pending')
      .select('org_id')
      .distinct()
      .$if(table !== 'record_pending', (query) => query.where(isOpen))
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations with allow-list entries or overrides that expire at or before an instant. */
  async withExpiring(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('allowed_artifact')
      .select('org_id')
      .distinct()
      .where('expires_at', '<=', now)
      .where('standing', '=', 'stands')
      .where(isOpen)
      .union(
        this.#database
          .selectFrom('override_state')
          .select('org_id')
          .where('expires_at', '<=', now)
          .where('ended_at', 'is', null)
          .where(isOpen),
      )
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations with outbox events not dispatched yet, or held until now. */
  async withUndispatched(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('notification_event')
      .select('org_id')
      .distinct()
      .where('told_at', 'is', null)
      .where(isOpen)
      .union(
        this.#database
          .selectFrom('delivery')
          .select('org_id')
          .where('next_at', '<=', now)
          .where(sql<boolean>`state in ('held', 'gathering')`)
          .where(isOpen),
      )
      .union(this.#database.selectFrom('selection_stale').select('org_id').where(isOpen))
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations with messages to be sent, now or later. */
  withUnsent(): Promise<OrgDatabase[]> {
    return this.#ofTargets(sql`
      select from delivery where delivery.org_id = target.org_id
        and delivery.target_id = target.id and delivery.state = 'waiting'`)
  }

  /** Organizations with messages that wait for targets that get nothing any more. */
  withUnreachable(): Promise<OrgDatabase[]> {
    return this.#ofTargets(sql`
      select from delivery join notification on notification.org_id = target.org_id
        and notification.id = target.notification_id
      where delivery.org_id = target.org_id and delivery.target_id = target.id
        and delivery.state in ('waiting', 'held', 'gathering')
        and (target.removed_at is not null or target.disabled_at is not null
          or notification.deleted_at is not null)`)
  }

  /** Organizations with stored messages that were sent, or answered, before an instant. */
  withMessagesOlderThan(before: number): Promise<OrgDatabase[]> {
    return this.#ofTargets(
      sql`select from notification_event where notification_event.org_id = target.org_id
        and payload is not null and told_at < ${before}`,
      sql`select from delivery where delivery.org_id = target.org_id
        and payload is not null and state in ('delivered', 'failed') and created_at < ${before}`,
      sql`select from delivery_attempt where delivery_attempt.org_id = target.org_id
        and response is not null and at < ${before}`,
    )
  }

  /**
   * Organizations with rows of a `target`, which are few and stay for ever, for which one of these
   * queries finds any.
   */
  async #ofTargets(...queries: RawBuilder<unknown>[]): Promise<OrgDatabase[]> {
    const each = queries.map(
      (query) => sql`
        select org_id from notification_target as target where exists (${query}) and ${isOpen}`,
    )
    const { rows } = await sql<{ org_id: string }>`${sql.join(each, sql` union `)}`.execute(
      this.#database,
    )
    return [...new Set(rows.map(({ org_id }) => org_id))].map(
      (id) => new OrgDatabase(this.#database, id),
    )
  }

  /** Organizations that have set a section of their settings. */
  async withSettings(section: SettingSection): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('organization_setting')
      .select('org_id')
      .where('section', '=', section)
      .where('changed_at', 'is not', null)
      .where(isOpen)
      .execute()
    return rows.map((row) => new OrgDatabase(this.#database, row.org_id))
  }

  /** Organizations that were deleted and whose grace ended at or before an instant. */
  async withPurgeDue(now: number): Promise<OrgDatabase[]> {
    const rows = await this.#database
      .selectFrom('organization')
      .select('id')
      .where('purge_at', '<=', now)
      .execute()
    return rows.map(({ id }) => new OrgDatabase(this.#database, id))
  }

  /** Deletes a batch of the rows of one of them. @returns number of rows */
  purge(orgId: string, time: { at: number; newId: () => string }): Promise<number> {
    return purgeOrganization(this.#database, orgId, time)
  }
}
