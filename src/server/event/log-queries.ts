import { type RawBuilder, sql } from 'kysely'
import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import type { LoggedType } from '#contract/event/event.ts'
import { isInView, matchesTag, verdictOfState, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isWholeDay, partialDaysOf, sqlDayOf } from '#server/database/keyset-page.ts'
import { positionColumns, readEvents } from './queries.ts'

/** Filters of the log; instants in Unix seconds, both included. */
export interface LogFilters {
  /** Null for all environments in view. */
  environmentIds: readonly string[] | null
  types: readonly LoggedType[]
  from: number | null
  to: number | null
  repoNames: readonly string[]
  flowNames: readonly string[]
  fingerprint: string | null
  /** Of the artifact at the event, of a flip of what the environment came to; none for any. */
  verdicts: readonly EnvironmentVerdict[]
  /** Whether only what made a verdict flip is listed. */
  isOfFlips: boolean
}

/** Position of an event in the log. */
export interface LogPosition {
  recorded_at: number
  id: string
  /** The snapshot of an event; null of a silence, which stands above the events of its instant. */
  snapshot: { environment_id: string; index: number } | null
}

/** Ids of the environments in view with some names or tags, and of the members of logical ones. */
export async function pickEnvironments(
  org: OrgDatabase,
  { names, tags }: { names: readonly string[]; tags: readonly string[] },
): Promise<string[]> {
  let picked = org
    .selectFrom('environment')
    .leftJoin('environment_member', onOrgAnd('environment_member.environment_id', 'environment.id'))
    .select('environment.id')
    .select('environment_member.member_id')
    .where(isInView(org, 'environment.archived_at'))
  if (names.length > 0) picked = picked.where(sql<boolean>`environment.name = any(${names})`)
  for (const tag of tags) picked = picked.where(matchesTag('environment.tags', tag))
  const rows = await picked.execute()
  return [...new Set(rows.flatMap(({ id, member_id }) => (member_id ? [id, member_id] : [id])))]
}

/** The environments with some ids, or all in view. */
export const environmentsOf = (org: OrgDatabase, ids: readonly string[] | null) =>
  org
    .selectFrom('environment')
    .where(
      ids ? sql<boolean>`environment.id = any(${ids})` : isInView(org, 'environment.archived_at'),
    )

/** Condition that an event's artifact was built as a condition on `artifact` requires. */
const built = ({ orgId }: OrgDatabase, by: ReturnType<typeof sql>) => sql`exists (
  select 1 from artifact where artifact.org_id = ${orgId}
    and artifact.fingerprint = environment_event.fingerprint and ${by})`

/** Condition that an event or a flip has one of the verdicts that are asked for, if any are. */
export const hasVerdict = (
  state: 'environment_event.compliant' | 'snapshot.state',
  verdicts: LogFilters['verdicts'],
) =>
  verdicts.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${verdictOfState(sql.ref(state))} = any(${verdicts})`

/** Conditions on an event by its subject; not by its time. */
export function matches(
  org: OrgDatabase,
  { types, repoNames, flowNames, fingerprint, verdicts }: LogFilters,
) {
  const conditions = [
    sql`environment_event.type = any(${types})`,
    hasVerdict('environment_event.compliant', verdicts),
  ]
  if (fingerprint) conditions.push(sql`environment_event.fingerprint = ${fingerprint}`)
  if (repoNames.length > 0) {
    conditions.push(
      built(
        org,
        sql`exists (select 1 from repo where repo.org_id = ${org.orgId}
        and repo.id = artifact.repo_id and repo.name = any(${repoNames}))`,
      ),
    )
  }
  if (flowNames.length > 0) {
    conditions.push(
      built(
        org,
        sql`exists (select 1 from flow where flow.org_id = ${org.orgId}
        and flow.id = artifact.flow_id and flow.name = any(${flowNames}))`,
      ),
    )
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const isBetween = ({ from, to }: Pick<LogFilters, 'from' | 'to'>) => {
  const after = from === null ? sql`true` : sql`environment_event.recorded_at >= ${from}`
  const before = to === null ? sql`true` : sql`environment_event.recorded_at <= ${to}`
  return sql<boolean>`${after} and ${before}`
}

/** Finds the position of an event in the log; undefined if unknown. */
export async function findPosition(org: OrgDatabase, id: string): Promise<LogPosition | undefined> {
  const found = await environmentsOf(org, null)
    .innerJoin('environment_event', (join) =>
      join
        .onRef('environment_event.org_id', '=', 'environment.org_id')
        .onRef('environment_event.environment_id', '=', 'environment.id')
        .on('environment_event.id', '=', id),
    )
    .select(['environment_event.recorded_at', 'environment_event.id'])
    .select(['environment_event.environment_id', 'environment_event.snapshot_index as index'])
    .executeTakeFirst()
  if (!found) return undefined
  const { recorded_at, ...snapshot } = found
  return { recorded_at, id, snapshot }
}

/** Part of the log before or after a position, without the event there. */
export interface LogStretch {
  position: LogPosition | null
  side: 'older' | 'newer'
  /** Whether the event at the position itself belongs to it. */
  isInclusive?: boolean
  limit: number
}

/**
 * The events nearest to a position, newest first: of all environments the log itself is read, of
 * some the nearest of each, so that it costs what a page costs, however many events there are.
 */
export async function listLog(org: OrgDatabase, filters: LogFilters, stretch: LogStretch) {
  const { position, side, limit, isInclusive } = stretch
  const compare = sql.raw((side === 'older' ? '<' : '>') + (isInclusive ? '=' : ''))
  const isBeyond = position
    ? sql<boolean>`(environment_event.recorded_at, environment_event.id)
        ${compare} (${position.recorded_at}, ${position.id})`
    : sql<boolean>`true`
  const direction = side === 'older' ? 'desc' : 'asc'
  const { environmentIds } = filters
  const ofOne = sql<boolean>`environment_event.environment_id = environment.id`
  const inView = environmentsOf(org, null).select('environment.id').where(ofOne)
  const nearest = org
    .selectFrom('environment_event')
    .select(positionColumns)
    .where(matches(org, filters))
    .where(isBetween(filters))
    .where(isBeyond)
    .where((where) => (environmentIds ? ofOne : where.exists(inView)))
    .orderBy('environment_event.recorded_at', direction)
    .orderBy('environment_event.id', direction)
    .limit(sql.lit(limit))
  const chosen = environmentsOf(org, environmentIds)
    .innerJoinLateral(nearest.as('event'), (join) => join.onTrue())
    .selectAll('event')
    .orderBy('event.recorded_at', direction)
    .orderBy('event.id', direction)
    .limit(sql.lit(limit))
  const rows = await readEvents(org, environmentIds ? chosen : nearest, direction)
  return side === 'older' ? rows : rows.reverse()
}
export type LogRow = Awaited<ReturnType<typeof listLog>>[number]

/**
 * Counts events by type and day of a window. Whole days are counted already, unless filtered by
 * artifacts; of the first and the last day, events are counted.
 */
export async function countLogDays(
  org: OrgDatabase,
  filters: LogFilters & { from: number; to: number },
) {
  const { types, from, to } = filters
  const isAboutArtifacts =
    filters.repoNames.length + filters.flowNames.length + filters.verdicts.length > 0
  const at = sql.ref('environment_event.recorded_at')
  const eventsWithin = (holds: RawBuilder<boolean>) =>
    environmentsOf(org, filters.environmentIds)
      .innerJoin(
        'environment_event',
        onOrgAnd('environment_event.environment_id', 'environment.id'),
      )
      .select(sqlDayOf(at).as('day'))
      .select('environment_event.type')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(matches(org, filters))
      .where(holds)
      .groupBy(['day', 'environment_event.type'])
      .execute()
  if (isAboutArtifacts || filters.fingerprint) return eventsWithin(isBetween(filters))
  const whole = environmentsOf(org, filters.environmentIds)
    .innerJoin('event_tally', onOrgAnd('event_tally.environment_id', 'environment.id'))
    .select(['event_tally.day', 'event_tally.type'])
    .select(sql<number>`sum(event_tally.count)::integer`.as('count'))
    .where(isWholeDay(sql.ref('event_tally.day'), from, to))
    .where(sql<boolean>`event_tally.type = any(${types})`)
    .groupBy(['event_tally.day', 'event_tally.type'])
    .execute()
  const edges = partialDaysOf(at, from, to).map(({ holds }) => eventsWithin(holds))
  return (await Promise.all([whole, ...edges])).flat()
}

/** Rows of some events. */
export function listLogRows(
  org: OrgDatabase,
  events: readonly { environment_id: string; id: string }[],
): Promise<LogRow[]> {
  const chosen = org
    .selectFrom('environment_event')
    .select(positionColumns)
    .where(
      sql<boolean>`environment_event.environment_id = any(${events.map((one) => one.environment_id)})`,
    )
    .where(sql<boolean>`environment_event.id = any(${events.map(({ id }) => id)})`)
  return readEvents(org, chosen, 'desc')
}
