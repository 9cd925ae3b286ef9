import { type RawBuilder, sql } from 'kysely'
import type { ArchivedChoice } from '#contract/flow/archived-flows.ts'
import type { View, OrgDatabase } from './org-database.ts'

const views: Record<ArchivedChoice, View> = { exclude: 'active', include: 'all', only: 'archived' }

/** The organization with the view that a list across flows asks for. */
export const withFlows = (org: OrgDatabase, archived: ArchivedChoice): OrgDatabase =>
  org.seeing(views[archived])

/**
 * Condition for active rows, for archived ones where the call looks into the archive, or for both.
 */
export function isInView(
  org: OrgDatabase,
  archivedAt: 'flow.archived_at' | 'environment.archived_at',
): RawBuilder<boolean> {
  const column = sql.ref(archivedAt)
  const conditions = {
    active: sql<boolean>`${column} is null`,
    archived: sql<boolean>`${column} is not null`,
    all: sql<boolean>`true`,
  }
  return conditions[org.view]
}

/** Whether the joined flow is archived. */
export const isOfArchivedFlow = sql<boolean>`flow.archived_at is not null`

/**
 * The verdict that an attestation reports itself. Lists use the counted verdict, which overrides of
 * the whole attestation turn; verdicts on other things use this one, so that an override affects
 * only its own subject.
 */
export const reportedVerdict = (table: 'attestation' | 'original' = 'attestation') =>
  sql<boolean>`${sql.ref(`${table}.is_compliant`)} <> ${sql.ref(`${table}.is_flipped`)}`

/** Condition for rows in one of some spaces or in a space below; unknown spaces match nothing. */
export function isInSpaces(
  org: OrgDatabase,
  column: 'flow.space_id' | 'environment.space_id',
  ids: readonly string[],
): RawBuilder<boolean> {
  return sql`${sql.ref(column)} in (
    with recursive below as (
      select id from space where org_id = ${org.orgId} and id = any(${ids})
      union
      select space.id from space join below on space.parent_id = below.id
      where space.org_id = ${org.orgId})
    select id from below)`
}

/** Condition for rows with a tag: its key, or `key:value`. A key has no colon. */
export function matchesTag(
  column: 'control.tags' | 'environment.tags' | 'flow.tags' | 'repo.tags',
  asked: string,
): RawBuilder<boolean> {
  const [key = '', ...value] = asked.split(':')
  return value.length === 0
    ? sql`jsonb_exists(${sql.ref(column)}, ${key})`
    : sql`${sql.ref(column)} ->> ${key} = ${value.join(':')}`
}
