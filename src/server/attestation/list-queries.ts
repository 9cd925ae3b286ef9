import { sql } from 'kysely'
import type { listAttestationsForCriteria } from '#contract/attestation/attestation.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import {
  afterCursor,
  type Cursor,
  isChosen,
  type PageOf,
  type PagePosition,
  positionedPage,
  seekPage,
  sliceRows,
  totalOf,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { attestations, ownColumns, withNames } from '#server/database/shared-selects.ts'
import { daysOfAttestations } from './count-queries.ts'
import {
  type Filters as BaseFilters,
  belongingTo,
  flowsOf,
  isOfCommits,
  isOfFlowInView,
  rowConditions,
} from './filter-queries.ts'
import type { AttestationRow } from './queries.ts'
import { selectTotal, totalOfFlow } from './total-queries.ts'

type Filters = BaseFilters & {
  /** Older ones only: where the batch before ended. */
  before?: Cursor
}

const flowId = sql.ref('attestation.flow_id')

/** One flow by equality, so that the order of its index serves the list. */
function inFlows(org: OrgDatabase, filters: Filters) {
  const flows = flowsOf(org, filters).select('flow.id')
  return filters.flow_name?.length === 1
    ? sql<boolean>`${flowId} = (${flows})`
    : sql<boolean>`${flowId} in (${flows})`
}

/**
 * The flows in view, for a page of all attestations: checked row by row, so that the order of
 * their time serves the list. Filtered lists and those of archived flows find fewer rows by flow.
 */
function inFlowsByRow(org: OrgDatabase, filters: Filters) {
  const { flow_name, attestation_name, attestation_type } = filters
  const { is_compliant, reported_is_compliant, record_type } = filters
  const isNarrowed =
    [flow_name, attestation_name, attestation_type].some((list) => list?.length) ||
    [is_compliant, reported_is_compliant].some((verdict) => verdict != null) ||
    record_type === 'override' ||
    filters.recorded !== undefined
  if (isNarrowed || org.archived === 'only') return inFlows(org, filters)
  return isOfFlowInView(org)
}

function attestationsMatching(org: OrgDatabase, filters: Filters, flows = inFlows(org, filters)) {
  let query = org.selectFrom('attestation').where(flows)
  for (const condition of rowConditions(org, filters)) query = query.where(condition)
  if (filters.before) query = query.where(afterCursor('attestation', filters.before))
  return query
}

/**
 * Ids of the newest matching attestations of each flow: those of archived flows may be far back.
 */
function newestByFlow(org: OrgDatabase, filters: Filters, limit: number) {
  const newest = attestationsMatching(org, filters, sql<boolean>`${flowId} = flow.id`)
    .select(['attestation.id', 'attestation.created_at'])
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
    .limit(sql.lit(limit))
  return flowsOf(org, filters)
    .innerJoinLateral(newest.as('newest'), (join) => join.onTrue())
    .select('newest.id')
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(sql.lit(limit))
}

/**
 * Matching attestations with the names of their flow and trail, newest first. Their ids are chosen
 * before anything else is read, so that skipped rows cost an entry of an index each.
 */
function rowsOf(org: OrgDatabase, filters: Filters, page: PageOf, position?: PagePosition) {
  const isOfArchived = org.archived === 'only' && !position
  const matching = attestationsMatching(org, filters, inFlowsByRow(org, filters))
  const ids = positionedPage(
    matching.select('attestation.id'),
    'attestation',
    page.per_page,
    position,
  )
  const chosen = attestations(org)
    .where(
      isChosen('attestation.id', isOfArchived ? newestByFlow(org, filters, page.per_page) : ids),
    )
    // Else the join of their flow may scan all of it for them, where no statistics are gathered.
    .offset(sql.lit(0))
  return withNames(org, chosen)
}

/** Matching attestations of a page, or of a position. */
export async function listAttestationRows(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf,
  position?: PagePosition,
) {
  const rows = await rowsOf(org, filters, page, position).execute()
  return position ? sliceRows(rows, position) : rows
}

/** One page of a list, and the total of its rows. */
export interface AttestationPage {
  rows: AttestationRow[]
  total: number
}

/** One page of matching attestations, newest first; a deep one costs what the first one costs. */
export async function pageOfAttestations(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf,
): Promise<AttestationPage> {
  if (filters.attestation_id?.length) {
    const all = { page: 1, per_page: filters.attestation_id.length }
    const rows = await listAttestationRows(org, filters, all)
    const start = (page.page - 1) * page.per_page
    return { rows: rows.slice(start, start + page.per_page), total: rows.length }
  }
  const days = await daysOfAttestations(org, filters)
  const position = seekPage(days, page)
  return {
    rows: position ? await listAttestationRows(org, filters, page, position) : [],
    total: totalOf(days),
  }
}

/** The newest attestations of the organization, each with the total of them, by one query. */
const newestOf = (record_type: Filters['record_type']) =>
  preparedQuery((org, _values: object, per_page: number) =>
    rowsOf(org, { record_type }, { page: 1, per_page }).select(
      selectTotal(org, { record_type }).as('total'),
    ),
  )
const newestOfAllTypes = newestOf(undefined)
const newestEvidence = newestOf('evidence')

/** The newest attestations of the organization, of all types or evidence alone, and their total. */
export async function newestAttestations(
  org: OrgDatabase,
  isOfEvidence: boolean,
  { per_page }: PageOf,
): Promise<AttestationPage> {
  const record_type = isOfEvidence ? 'evidence' : undefined
  const newest = isOfEvidence ? newestEvidence : newestOfAllTypes
  const rows = await newest(org, {}, per_page)
  const total =
    rows[0]?.total ?? (await selectTotal(org, { record_type }).executeTakeFirstOrThrow()).total
  return { rows, total }
}

const flowNamed = (org: OrgDatabase, name: string) =>
  org.selectFrom('flow').where('flow.name', '=', name)

/** Finds a flow by name with the total of its attestations, by one query. */
export function findFlowWithTotal(org: OrgDatabase, name: string) {
  return flowNamed(org, name)
    .select(['flow.name', 'flow.archived_at'])
    .select((from) => totalOfFlow(org, from, {}).as('total'))
    .executeTakeFirst()
}

/** The newest attestations of a flow in view, each with the total of them, by one query. */
export const newestOfFlow = preparedQuery((org, { name }: { name: string }, per_page: number) => {
  // None is skipped before them, so that they are read at once and not by their ids.
  const chosen = attestationsMatching(org, { flow_name: [name] })
    .select(ownColumns)
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
    .limit(sql.lit(per_page))
  return withNames(org, chosen).select(
    flowNamed(org, name)
      .select((from) => totalOfFlow(org, from, {}).as('total'))
      .as('total'),
  )
})

/** All attestations of some commits with the commit that each belongs to. */
export function listByCommit(
  org: OrgDatabase,
  commits: string[],
  filters: Omit<
    QueryOf<typeof listAttestationsForCriteria>,
    'commit_list' | 'attestation_id' | 'archived'
  >,
) {
  return withNames(org, attestationsMatching(org, filters).select(ownColumns))
    .innerJoin(belongingTo(org, isOfCommits(commits)).as('belonging'), (join) =>
      join.onRef('belonging.id', '=', 'attestation.id'),
    )
    .select('belonging.commit')
    .execute()
}
