import { type Selectable, sql, type Updateable } from 'kysely'
import { areExceptions, type QualifierTotals } from '#domain/verdict/qualifiers.ts'
import { insertReposOfEvents } from '#server/database/event-repos.ts'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import { dayOf } from '#server/database/keyset-page.ts'
import type { Tables } from '#server/database/tables.ts'
import { hasState } from './queries.ts'

/** Statement that changes the state of an environment. */
export function updateState(
  org: OrgDatabase,
  environmentId: string,
  fields: Updateable<Tables['environment_state']>,
) {
  return org
    .updateTable('environment_state')
    .set(fields)
    .where('environment_state.environment_id', '=', environmentId)
}

/** Statement that begins or ends the period in which exceptions carry the verdict. */
function updatePeriod(
  org: OrgDatabase,
  environmentId: string,
  carriers: QualifierTotals | null,
  at: number,
): Statement {
  const own = sql`org_id = ${org.orgId} and environment_id = ${environmentId}`
  return areExceptions(carriers)
    ? sql`insert into exception_period (org_id, environment_id, started_at)
        select ${org.orgId}, ${environmentId}, ${at}::float8
        where not exists (select 1 from exception_period where ${own} and ended_at is null)
        on conflict (org_id, environment_id, started_at) do update set ended_at = null`
    : sql`update exception_period set ended_at = ${at} where ${own} and ended_at is null`
}

/** Statements that store what carries the verdict of an environment, which is locked, from now on. */
export const updateQualifiers = (
  org: OrgDatabase,
  environmentId: string,
  carriers: QualifierTotals,
  at: number,
): Statement[] => [
  updateState(org, environmentId, { carriers: JSON.stringify(carriers) }),
  updatePeriod(org, environmentId, carriers, at),
]

/** Statement that stores a silence that has ended. */
export const insertSilence = (
  org: OrgDatabase,
  environment_id: string,
  { from, to, last_reported_at }: { from: number; to: number; last_reported_at: number },
): Statement =>
  org
    .insertInto('environment_silence', {
      environment_id,
      started_at: from,
      ended_at: to,
      last_reported_at,
    })
    .onConflict((conflict) => conflict.doNothing())

type SnapshotColumns = Selectable<Tables['snapshot']>
type SnapshotRow = Omit<
  SnapshotColumns,
  'org_id' | 'type' | 'state_ordinal' | 'is_flip' | 'carriers'
> & {
  carriers: QualifierTotals | null
  /** Null for that of the snapshot before. */
  type: SnapshotColumns['type'] | null
}

function insertSnapshot({ orgId }: OrgDatabase, { type, ...made }: SnapshotRow): Statement {
  const cause = made.cause && JSON.stringify(made.cause)
  const carriers = made.carriers && JSON.stringify(made.carriers)
  const columns = Object.entries({ ...made, cause, carriers })
  const own = sql`snapshot.org_id = ${orgId} and snapshot.environment_id = ${made.environment_id}`
  return sql`insert into snapshot (org_id, ${sql.join(columns.map(([name]) => sql.ref(name)))},
      type, state_ordinal, is_flip)
    select ${orgId}, ${sql.join(columns.map(([, value]) => value))},
      coalesce(${type}::text, (select type from snapshot
        where ${own} and index = ${made.index - 1})),
      1 + coalesce((select max(state_ordinal) from snapshot
        where ${own} and ${hasState(made.state)}), 0),
      not exists (select 1 from snapshot
        where ${own} and index = ${made.index - 1} and ${hasState(made.state)})`
}

/** The next snapshot of an environment. */
type NewSnapshot = Omit<
  SnapshotRow,
  'environment_id' | 'created_at' | 'reported_by_id' | 'reported_by'
>

/**
 * Statements that append the next snapshot of an environment, which is locked, and bring its state
 * up to date.
 * @param stateBefore state until now
 * @param fields more of the environment's state
 */
export function appendSnapshot(
  { org, at, actor }: { org: OrgDatabase; at: number; actor: { userId: string; name: string } },
  environment_id: string,
  snapshot: NewSnapshot,
  stateBefore: boolean | null,
  fields: Updateable<Tables['environment_state']>,
): Statement[] {
  const { index, state, running_count, carriers } = snapshot
  return [
    insertSnapshot(org, {
      environment_id,
      created_at: at,
      reported_by_id: actor.userId,
      reported_by: actor.name,
      ...snapshot,
    }),
    updateState(org, environment_id, {
      last_changed_at: at,
      snapshot_index: index,
      running_count,
      state,
      carriers: carriers && JSON.stringify(carriers),
      ...(state !== stateBefore && { state_since: at }),
      ...fields,
    }),
    updatePeriod(org, environment_id, carriers, at),
  ]
}

/** Statement that counts events by day. */
function countEvents(
  org: OrgDatabase,
  environmentId: string,
  day: number,
  events: readonly { type: Tables['event_tally']['type'] }[],
): Statement[] {
  const counts = new Map<Tables['event_tally']['type'], number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  if (counts.size === 0) return []
  const rows = Array.from(counts, ([type, count]) => ({
    environment_id: environmentId,
    day,
    type,
    count,
  }))
  return [
    org
      .insertInto('event_tally', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'environment_id', 'day', 'type'])
          .doUpdateSet({ count: sql<number>`event_tally.count + excluded.count` }),
      ),
  ]
}

/** An event of an environment without number and time. */
export type NewEvent = Omit<
  Selectable<Tables['environment_event']>,
  'org_id' | 'id' | 'environment_id' | 'recorded_at'
>

/** Statements that append events of an environment, count them by day and link them to repositories. */
export function appendEvents(
  { org, at, newId }: { org: OrgDatabase; at: number; newId: () => string },
  environment_id: string,
  events: readonly NewEvent[],
): Statement[] {
  const rows = events.map((event) => ({ id: newId(), environment_id, recorded_at: at, ...event }))
  const ofArtifacts = rows.filter(({ type }) => type !== 'scaled')
  return [
    ...org.insertMany('environment_event', rows),
    ...countEvents(org, environment_id, dayOf(at), events),
    ...insertReposOfEvents(org, ofArtifacts),
  ]
}
