import type { Selectable } from 'kysely'
import { dayOf } from '../database/day-page.ts'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { countEvents } from './queries.ts'

/** Something that happened in an environment, before it has its place and time. */
export type NewEvent = Omit<
  Selectable<Tables['environment_event']>,
  'org_id' | 'id' | 'environment_id' | 'recorded_at'
>

/** What appends events of an environment, and counts them by day; once it is run. */
export function appendEvents(
  { org, at, newId }: { org: OrgDatabase; at: number; newId: () => string },
  environment_id: string,
  events: readonly NewEvent[],
): Statement[] {
  return [
    ...org.insertMany(
      'environment_event',
      events.map((event) => ({ id: newId(), environment_id, recorded_at: at, ...event })),
    ),
    ...countEvents(org, environment_id, dayOf(at), events),
  ]
}
