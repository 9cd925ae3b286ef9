import { sql } from 'kysely'
import { daySeconds } from '#domain/common/days.ts'
import { isWholeDay, partialDaysOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { alternatives, type AuditFilters, dayOf, matches } from './list-queries.ts'

/** Entries that are counted together: fewer after the last counted one are counted by each call. */
const batch = 500

/** Counts sealed entries into those of their days, each time the log has grown by a batch. */
export async function foldEntryCounts(
  org: OrgDatabase,
  { before, last }: { before: number; last: number },
): Promise<void> {
  if (Math.floor(before / batch) === Math.floor(last / batch)) return
  const counted = await org.selectFrom('record_counted').select('seq').executeTakeFirst()
  await org.query(sql`
    insert into record_tally as sums (org_id, day, kind, result, count)
    select org_id, day, kind, result, count(*) from record_seal
    where org_id = ${org.orgId} and seq > ${counted?.seq ?? 0} and seq <= ${last}
    group by org_id, day, kind, result
    on conflict (org_id, day, kind, result) do update set count = sums.count + excluded.count`)
  await org
    .insertInto('record_counted', { seq: last })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ seq: last }))
    .execute()
}

/** A window in Unix seconds, both ends included; `isOpen` if it ends with whatever is there. */
interface Window {
  from: number
  to: number
  isOpen: boolean
}

/** Numbers of entries in an interval that begins at an instant, in Unix seconds. */
export interface EntryCount {
  at: number
  accepted: number
  refused: number
}

const accepted = sql`coalesce(sum(count) filter (where result = 'accepted'), 0)::integer`
const refused = sql`coalesce(sum(count) filter (where result <> 'accepted'), 0)::integer`

/** Counts matching entries in each interval of a window, oldest first, without empty ones. */
export function countEntries(
  org: OrgDatabase,
  filters: AuditFilters,
  window: Window,
  step: number,
): Promise<EntryCount[]> {
  const { actor, objectType, object, isNone } = filters
  const isByRow = actor ?? objectType ?? object
  const counts = isByRow || isNone || step !== daySeconds ? byRow : byDay
  return org.query(sql<EntryCount>`
    select at, ${accepted} as accepted, ${refused} as refused
    from (${counts(org, filters, window, step)}) as counted
    where at <= ${window.to} group by at order by at`)
}

function byRow(org: OrgDatabase, filters: AuditFilters, { from, to }: Window, step: number) {
  const isAny = sql.join(
    alternatives(filters).map((one) => sql`(${one})`),
    sql` or `,
  )
  return sql`
    select floor(recorded_at / ${sql.lit(step)}) * ${sql.lit(step)} as at, result, 1 as count
    from record_seal where org_id = ${org.orgId} and day >= ${dayOf(from)} and day <= ${dayOf(to)}
      and (${isAny}) and ${matches({ ...filters, from, to })}`
}

/**
 * Counts by day. Whole days are counted already, up to a position in the log; of the entries after
 * it, and of the first and the last day, rows are counted. Those after it are read by their positions
 * ("offset 0", and an end, by which the planner expects few): by days, it reads all of the window.
 */
function byDay(
  { orgId }: OrgDatabase,
  { actions, result }: AuditFilters,
  { from, to, isOpen }: Window,
) {
  const day = sql.ref('counted.day')
  const end = isOpen ? null : to
  const isResult = {
    accepted: sql`counted.result = 'accepted'`,
    refused: sql`counted.result <> 'accepted'`,
    any: sql`true`,
  }[result ?? 'any']
  const isCounted = sql`counted.org_id = ${orgId} and ${isResult}
    and ${actions.length > 0 ? sql`counted.kind = any(${actions})` : sql`true`}`
  const columns = sql`counted.day * ${sql.lit(daySeconds)}::float8 as at, counted.result`
  const edges = partialDaysOf(sql.ref('counted.recorded_at'), from, end).map(
    ({ day: edge, holds }) => sql`
      union all select ${columns}, 1 from record_seal as counted
      where ${isCounted} and counted.day = ${edge} and ${holds}`,
  )
  return sql`
    select ${columns}, count from record_tally as counted
    where ${isCounted} and ${isWholeDay(day, from, end)}
    union all select ${columns}, 1 from (
      select * from record_seal where org_id = ${orgId}
        and seq > coalesce((select seq from record_counted where org_id = ${orgId}), 0)
        and seq <= (select max(seq) from record_seal where org_id = ${orgId}) offset 0) as counted
    where ${isCounted} and ${isWholeDay(day, from, end)}
    ${edges.length > 0 ? sql.join(edges, sql` `) : sql``}`
}
