import {
  type EnvironmentChange,
  type Happening,
  happeningsOf,
} from '#domain/notification-trigger.ts'
import type { Statement } from '../database/org-database.ts'
import { noteEvents } from '../notification/event-queries.ts'
import { lastKnownState } from '../snapshot/queries.ts'
import type { Write } from './write.ts'

type Noting = Pick<Write, 'org' | 'at' | 'newId'>
interface Snapshot {
  index: number
  state: boolean | null
}

/** What a change of an environment, which is locked, comes to for those who want to be told. */
export async function findHappenings(
  { org }: Pick<Noting, 'org'>,
  environmentId: string,
  change: EnvironmentChange,
): Promise<Happening[]> {
  const isKnownAgain = change.before === null && change.after !== null
  const before = isKnownAgain ? await lastKnownState(org, environmentId) : change.before
  return happeningsOf({ ...change, before })
}

/** What puts into the outbox what happened in an environment, with the snapshot of that moment. */
export function noteHappenings(
  { org, at, newId }: Noting,
  environment_id: string,
  { index, state }: Snapshot,
  happenings: readonly Happening[],
): Statement[] {
  return noteEvents(
    org,
    happenings.map(({ trigger, artifact }) => ({
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
