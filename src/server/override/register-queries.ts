import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listOverrides, OverrideState } from '#contract/override/override.ts'
import { weekSeconds } from '#domain/override/override.ts'
import {
  isAnsweredForBy,
  isNotStuck,
  isOfArchivedFlow,
  isReplaced,
  reportedVerdict,
  onOrgAnd,
  stateOfEntry,
} from '#server/database/conditions.ts'
import { offsetPage, sqlDayOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { readEntriesNow } from './queries.ts'

type Query = QueryOf<typeof listOverrides>
/** Filters of the register. */
type Filters = Omit<Query, 'page' | 'per_page' | 'sort'>

/** A reader of the register, and the instant of reading. */
export interface RegisterReader {
  now: number
  responsibleId: string
}

/** Overrides that were made, with their current state. */
const made = (org: OrgDatabase, now: number) =>
  org
    .selectFrom('attestation')
    .innerJoin('override_state', onOrgAnd('override_state.override_id', 'attestation.id'))
    .innerJoin('override_entry', onOrgAnd('override_entry.id', 'attestation.id'))
    .where('attestation.is_override', '=', sql.lit(true))
    .select(['attestation.id', sql<boolean>`false`.as('is_request')])
    .select(['attestation.flow_id', 'attestation.trail_id', 'attestation.name'])
    .select(['attestation.type', 'attestation.is_compliant', 'attestation.fingerprint'])
    .select(['attestation.target_artifacts', 'attestation.payload'])
    .select(['attestation.overridden_attestation_id', 'attestation.created_at'])
    .select('attestation.reported_by as created_by')
    .select(['override_state.expires_at', 'override_state.ended_at'])
    .select(['override_state.proposal_id', 'override_state.approved_by'])
    .select(sql<boolean>`false`.as('has_usual_expiry'))
    .select(stateOfEntry('override_entry', now).as('state'))

/** Requests without an override. */
const requested = (org: OrgDatabase) =>
  org
    .selectFrom('override_proposal')
    .where(sql<boolean>`override_proposal.decision is distinct from 'approved'`)
    .select(['override_proposal.id', sql<boolean>`true`.as('is_request')])
    .select(['override_proposal.flow_id', 'override_proposal.trail_id', 'override_proposal.name'])
    .select(['override_proposal.type', 'override_proposal.is_compliant'])
    .select(['override_proposal.fingerprint', 'override_proposal.target_artifacts'])
    .select(['override_proposal.payload', 'override_proposal.overridden_attestation_id'])
    .select('override_proposal.requested_at as created_at')
    .select('override_proposal.requested_by as created_by')
    .select(['override_proposal.expires_at', 'override_proposal.decided_at as ended_at'])
    .select(['override_proposal.id as proposal_id', sql<string | null>`null`.as('approved_by')])
    .select('override_proposal.has_usual_expiry')
    .select(sql<OverrideState>`coalesce(override_proposal.decision, 'requested')`.as('state'))

/** Overrides and requests with their flow and trail. */
const entries = (org: OrgDatabase, now: number) =>
  org
    .selectFrom('flow')
    .innerJoin(made(org, now).unionAll(requested(org)).as('entry'), (join) =>
      join.onRef('entry.flow_id', '=', 'flow.id'),
    )
    .innerJoin('trail', (join) =>
      join.onRef('trail.org_id', '=', 'flow.org_id').onRef('trail.id', '=', 'entry.trail_id'),
    )

const lasts = (now: number) => sql<boolean>`(
  override_entry.expires_at is null or override_entry.expires_at > ${now + weekSeconds})`

/** Condition that an entry is in a state as of now. */
const isIn = (state: OverrideState, now: number) => {
  const replaced = isReplaced('override_entry')
  if (state === 'replaced') return replaced
  const isActive = sql<boolean>`override_entry.standing = 'stands' and not ${replaced}`
  if (state === 'active') return sql<boolean>`(${isActive} and ${lasts(now)})`
  if (state === 'expiring') return sql<boolean>`(${isActive} and not ${lasts(now)})`
  return sql<boolean>`override_entry.standing = ${state}`
}

/** Condition that an entry is on a trail of a name, whichever its flow. */
function isOnTrail(org: OrgDatabase, name: string) {
  const trails = org.selectFrom('trail').select('trail.id').where('trail.name', '=', name)
  const requests = org
    .selectFrom('override_proposal')
    .select('override_proposal.id')
    .where('override_proposal.trail_id', 'in', trails)
  const overrides = org
    .selectFrom('attestation')
    .select('attestation.id')
    .where('attestation.trail_id', 'in', trails)
    .where('attestation.is_override', '=', sql.lit(true))
  return sql<boolean>`override_entry.id in (${requests.union(overrides)})`
}

function matching(org: OrgDatabase, filters: Filters, now: number) {
  const { flow_name, trail_name, attestation_type, created_by, direction, reviewed, state } =
    filters
  const { expires_before, from_timestamp, to_timestamp } = filters
  let query = org
    .selectFrom('override_entry')
    .innerJoin('flow', onOrgAnd('flow.id', 'override_entry.flow_id'))
    .where(isNotStuck('override_entry'))
  if (state?.length) query = query.where((where) => where.or(state.map((one) => isIn(one, now))))
  if (flow_name != null) query = query.where('flow.name', '=', flow_name)
  if (trail_name != null) query = query.where(isOnTrail(org, trail_name))
  if (attestation_type != null) {
    query = query.where('override_entry.type', '=', attestation_type)
  }
  if (created_by != null) query = query.where('override_entry.created_by', '=', created_by)
  if (direction != null) {
    query = query.where('override_entry.is_compliant', '=', direction === 'to_compliant')
  }
  if (expires_before != null) {
    query = query.where('override_entry.expires_at', '<', expires_before)
  }
  if (from_timestamp != null) {
    query = query.where('override_entry.created_at', '>=', from_timestamp)
  }
  if (to_timestamp != null) query = query.where('override_entry.created_at', '<=', to_timestamp)
  if (reviewed != null) query = query.where('override_entry.is_reviewed', '=', reviewed)
  return query
}

const ordered = (query: ReturnType<typeof matching>, sort: Query['sort']) =>
  sort === 'expires_at'
    ? query
        .orderBy('override_entry.expires_at', (order) => order.asc().nullsLast())
        .orderBy('override_entry.id', 'desc')
    : query.orderBy('override_entry.created_at', 'desc').orderBy('override_entry.id', 'desc')

/** Condition that the reader answers for the service account that made the request. */
const isOfOwnAccount = (org: OrgDatabase, { responsibleId }: RegisterReader) =>
  isAnsweredForBy(org, sql`proposal.requested_by_id`, responsibleId)

/** Entries with all columns of the register. */
const shown = (org: OrgDatabase, query: ReturnType<typeof entries>, reader: RegisterReader) =>
  query
    .leftJoin('attestation as original', (join) =>
      join
        .onRef('original.org_id', '=', 'flow.org_id')
        .onRef('original.id', '=', 'entry.overridden_attestation_id'),
    )
    .leftJoin('override_proposal as proposal', (join) =>
      join
        .onRef('proposal.org_id', '=', 'flow.org_id')
        .onRef('proposal.id', '=', 'entry.proposal_id'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('override_review')
          .select(['reviewed_at', 'reviewed_by', 'comment'])
          .where('override_review.org_id', '=', org.orgId)
          .whereRef('override_review.override_id', '=', 'entry.id')
          .orderBy('override_review.id', 'desc')
          .limit(1)
          .as('review'),
      (join) => join.onTrue(),
    )
    .leftJoin('override_impact', (join) =>
      join
        .onRef('override_impact.org_id', '=', 'flow.org_id')
        .onRef('override_impact.override_id', '=', 'entry.id'),
    )
    .selectAll('entry')
    .select(['flow.name as flow_name', 'trail.name as trail_name'])
    .select(isOfArchivedFlow.as('flow_archived'))
    .select('original.id as original_id')
    .select(sql<boolean | null>`${reportedVerdict('original')}`.as('original_is_compliant'))
    .select(['proposal.requested_at', 'proposal.requested_by', 'proposal.requested_by_id'])
    .select(['proposal.decision', 'proposal.decided_at', 'proposal.decided_by'])
    .select(['proposal.reason as decision_reason', 'override_impact.environment_count'])
    .select(['review.reviewed_at', 'review.reviewed_by', 'review.comment as review_comment'])
    .select([
      sql<boolean>`entry.state in ('active', 'expiring')`.as('is_in_effect'),
      isOfOwnAccount(org, reader).as('is_of_own_account'),
    ])

/** One page of the register, and the number of matching entries. */
export async function pageOfOverrides(
  org: OrgDatabase,
  filters: Filters & Pick<Query, 'sort'>,
  page: { page: number; per_page: number },
  reader: RegisterReader,
) {
  const chosen = ordered(matching(org, filters, reader.now), filters.sort).select(
    'override_entry.id',
  )
  const ids = (await offsetPage(chosen, page).execute()).map(({ id }) => id)
  const { total } = await matching(org, filters, reader.now)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows: await readEntries(org, ids, reader), total }
}
export type EntryRow = Awaited<ReturnType<typeof readEntries>>[number]

/** Ids of all matching entries, in order. */
export async function listEntryIds(
  org: OrgDatabase,
  filters: Filters & Pick<Query, 'sort'>,
  now: number,
): Promise<string[]> {
  const rows = await ordered(matching(org, filters, now), filters.sort)
    .select('override_entry.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Some entries, in the order of the given ids; an approved request is read as its override. */
export async function readEntries(
  org: OrgDatabase,
  ids: readonly string[],
  reader: RegisterReader,
) {
  return readEntriesNow(org, ids, async (some) => {
    if (some.length === 0) return []
    return shown(org, entries(org, reader.now), reader)
      .where(sql<boolean>`entry.id = any(${some})`)
      .execute()
  })
}

/** Numbers of matching overrides that began and ended on each UTC day; earlier ones as of 1970. */
export async function countActive(org: OrgDatabase, filters: Filters, now: number) {
  const { from_timestamp: _, to_timestamp: __, ...always } = filters
  const by = (column: 'override_entry.created_at' | 'override_entry.ended_at') =>
    matching(org, always, now)
      .where('override_entry.is_request', '=', false)
      .where(column, 'is not', null)
      .select([sqlDayOf(sql.ref(column)).as('day'), sql<number>`count(*)::integer`.as('count')])
      .groupBy(sql`1`)
      .execute()
  return {
    begun: await by('override_entry.created_at'),
    ended: await by('override_entry.ended_at'),
  }
}

/** Numbers of matching entries by maker or requester, and by flow; the most first. */
export async function countByMaker(org: OrgDatabase, filters: Filters, now: number) {
  const count = sql<number>`count(*)::integer`
  const flows = await matching(org, filters, now)
    .select(['flow.name as flow_name', count.as('count')])
    .groupBy('flow.name')
    .orderBy('count', 'desc')
    .orderBy('flow.name')
    .limit(50)
    .execute()
  const people = await matching(org, filters, now)
    .select(['override_entry.created_by', count.as('count')])
    .groupBy('override_entry.created_by')
    .orderBy('count', 'desc')
    .orderBy('override_entry.created_by')
    .limit(50)
    .execute()
  return { flows, people }
}
