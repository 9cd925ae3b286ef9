import {
  type EnvironmentChange,
  type DomainEvent,
  eventsOfChange,
} from '#domain/notification/triggers.ts'
import type { Statement } from '#server/database/org-database.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { outboxStatements, lastKnownState } from './queries.ts'

type OutboxContext = Pick<UnitOfWork, 'org' | 'at' | 'newId'>
interface Snapshot {
  index: number
  state: boolean | null
}

/** Domain events that a change of a locked environment causes for notifications. */
export async function detectEvents(
  { org }: Pick<OutboxContext, 'org'>,
  environmentId: string,
  change: EnvironmentChange,
): Promise<DomainEvent[]> {
  const isKnownAgain = change.before === null && change.after !== null
  const before = isKnownAgain ? await lastKnownState(org, environmentId) : change.before
  return eventsOfChange({ ...change, before })
}

/**
 * Statements that append domain events of an environment to the outbox, with the snapshot of that
 * moment.
 */
export function appendOutboxEvents(
  { org, at, newId }: OutboxContext,
  environment_id: string,
  { index, state }: Snapshot,
  events: readonly DomainEvent[],
): Statement[] {
  return outboxStatements(
    org,
    events.map(({ trigger, artifact }) => ({
      id: newId(),
      environment_id,
      trigger,
      recorded_at: at,
      snapshot_index: index === 0 ? null : index,
      snapshot_state: state,
      name: artifact?.name ?? null,
      fingerprint: artifact?.fingerprint ?? null,
      was: artifact?.was ?? null,
      now: artifact?.now ?? null,
    })),
  )
}
