import { type Updateable, sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listControlSummaries, ControlSummary } from '#contract/control/control-page.ts'
import type { listControls } from '#contract/control/control.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { matchesTag, onOrgAnd } from '#server/database/conditions.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isOverdue } from '#server/database/silences.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'

export type ControlRow = NonNullable<Awaited<ReturnType<typeof findControl>>>

const named = (org: OrgDatabase, identifier: string) =>
  org.selectFrom('control').selectAll('control').where('control.identifier', '=', identifier)

/** Finds a control by its identifier, archived ones included. */
export function findControl(org: OrgDatabase, identifier: string) {
  return named(org, identifier).executeTakeFirst()
}

/** Finds a control by its identifier and locks it. */
export function lockControl(org: OrgDatabase, identifier: string) {
  return named(org, identifier).forUpdate().executeTakeFirst()
}

/** Inserts a control in its first version; nothing when its identifier is taken. */
export function insertControl(org: OrgDatabase, made: Omit<NewRow<'control'>, 'version'>) {
  return org
    .insertInto('control', { ...made, version: 1 })
    .onConflict((conflict) => conflict.columns(['org_id', 'identifier']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes a control; called with the control locked. */
export function updateControl(
  org: OrgDatabase,
  identifier: string,
  fields: Omit<Updateable<Tables['control']>, 'org_id' | 'identifier'>,
) {
  return org
    .updateTable('control')
    .set(fields)
    .where('control.identifier', '=', identifier)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Appends a version of a control; called with the control locked. */
export async function addControlVersion(
  org: OrgDatabase,
  version: NewRow<'control_version'>,
): Promise<void> {
  await org.insertInto('control_version', version).execute()
}

type Filters = Omit<QueryOf<typeof listControls>, 'page' | 'per_page'>
type Sorted = Filters & Pick<QueryOf<typeof listControlSummaries>, 'sort'>

function controlsMatching(org: OrgDatabase, filters: Filters) {
  let query = org
    .selectFrom('control')
    .where('control.archived_at', filters.archived ? 'is not' : 'is', null)
  if (filters.search) {
    const holds = (column: string) =>
      sql<boolean>`strpos(lower(${sql.ref(column)} collate "default"), lower(${filters.search})) > 0`
    query = query.where((where) => where.or([holds('control.identifier'), holds('control.name')]))
  }
  if (filters.owner?.length) query = query.where('control.owner', 'in', filters.owner)
  for (const tag of filters.tag ?? []) query = query.where(matchesTag('control.tags', tag))
  return query
}

/** One page of matching controls, by identifier. */
export function listControlRows(org: OrgDatabase, filters: Filters, page: PageOf) {
  const rows = controlsMatching(org, filters)
    .selectAll('control')
    .orderBy('control.identifier', filters.sort_direction)
  return offsetPage(rows, page).execute()
}

/** Counts matching controls. */
export async function countControls(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await controlsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Identifiers of matching controls, by name or by identifier: of one page, or of all. */
export async function listControlNames(
  org: OrgDatabase,
  filters: Sorted,
  page?: PageOf,
): Promise<string[]> {
  const matching = controlsMatching(org, filters).select('control.identifier')
  const sorted =
    filters.sort === 'name'
      ? matching.orderBy('control.name', filters.sort_direction)
      : matching.orderBy('control.identifier', filters.sort_direction)
  const unique = sorted.orderBy('control.identifier')
  const rows = await (page ? offsetPage(unique, page) : unique).execute()
  return rows.map(({ identifier }) => identifier)
}

const controlsAt = (org: OrgDatabase, identifiers: readonly string[]) =>
  org
    .selectFrom('control')
    .selectAll('control')
    .where(sql<boolean>`control.identifier = any(${identifiers})`)

/** Finds some controls, archived ones included. */
export function listControlsAt(org: OrgDatabase, identifiers: readonly string[]) {
  return controlsAt(org, identifiers).execute()
}

/** Finds some controls, archived ones included, and locks them in one order. */
export function lockControlsAt(org: OrgDatabase, identifiers: readonly string[]) {
  return controlsAt(org, identifiers).orderBy('control.identifier').forUpdate().execute()
}

/** Names and tags of matching controls. */
export function listControlTags(org: OrgDatabase, filters: Filters) {
  return controlsMatching(org, filters)
    .select(['control.identifier', 'control.name', 'control.tags', 'control.scope'])
    .where(sql<boolean>`control.tags <> '{}'`)
    .execute()
}

/** The newest decision, archived flows included, about each of some controls, by control. */
export async function listLastDecisions(org: OrgDatabase, identifiers: readonly string[]) {
  type Last = NonNullable<ControlSummary['last_decision']>
  const rows = await org.query(sql<Last & { control: string }>`
    select wanted.control, last.*
    from unnest(${identifiers}::text[]) as wanted(control)
    cross join lateral (
      select attestation.id as attestation_id, attestation.is_compliant, attestation.created_at
      from attestation
      where attestation.org_id = ${org.orgId} and attestation.control = wanted.control
      order by attestation.created_at desc, attestation.id desc
      limit 1) as last`)
  return new Map(rows.map(({ control, ...last }) => [control, last satisfies Last]))
}

/** One page of the versions of a control, newest first; its version is their number. */
export function listVersionRows(org: OrgDatabase, identifier: string, page: PageOf) {
  const rows = org
    .selectFrom('control_version')
    .selectAll('control_version')
    .where('control_version.identifier', '=', identifier)
    .orderBy('control_version.version', 'desc')
  return offsetPage(rows, page).execute()
}

/** The newest version of a control, and an older one if requested. */
export async function findVersions(org: OrgDatabase, identifier: string, older: number | null) {
  const versions = () =>
    org
      .selectFrom('control_version')
      .selectAll('control_version')
      .where('control_version.identifier', '=', identifier)
  const [newest, requested] = await Promise.all([
    versions().orderBy('control_version.version', 'desc').limit(1).executeTakeFirst(),
    older === null
      ? undefined
      : versions().where('control_version.version', '=', older).executeTakeFirst(),
  ])
  return [newest, requested].filter((row) => row !== undefined)
}

const idsOf = (ids: ReturnType<typeof sql>) => sql<string[]>`array(${ids})`

/** The active environments by name, with ids of the policies attached and of active members. */
export function listCoverable(org: OrgDatabase, rules: ReportingRules) {
  return org
    .selectFrom('environment')
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select(['environment.id', 'environment.name', 'environment.type', 'environment.tags'])
    .select(['environment_state.snapshot_index', 'environment_state.running_count'])
    .select(isOverdue('environment', 'environment_state', rules).as('is_stale'))
    .select(
      idsOf(sql`select policy_id from policy_attachment a
        where a.org_id = ${org.orgId} and a.environment_id = environment.id`).as('policy_ids'),
    )
    .select(
      idsOf(sql`select m.member_id from environment_member m
        join environment e on e.org_id = m.org_id and e.id = m.member_id and e.archived_at is null
        where m.org_id = ${org.orgId} and m.environment_id = environment.id`).as('member_ids'),
    )
    .where('environment.archived_at', 'is', null)
    .orderBy('environment.name')
    .execute()
}
