import { type RawBuilder, sql } from 'kysely'
import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import type { OverrideState } from '#contract/override/override.ts'
import { weekSeconds } from '#domain/override/override.ts'
import type { OrgDatabase } from './org-database.ts'

/**
 * Condition that a person answers for a service account: they, or accounts whose keys they made,
 * made the account or a key of it, revoked ones included. They can act as it.
 */
export const isAnsweredForBy = (
  { orgId }: Pick<OrgDatabase, 'orgId'>,
  accountId: RawBuilder<unknown>,
  userId: string,
) => sql<boolean>`(
  exists (select from service_account where service_account.org_id = ${orgId}
    and service_account.id = ${accountId} and service_account.responsible_id = ${userId})
  or exists (select from service_key where service_key.org_id = ${orgId}
    and service_key.account_id = ${accountId} and service_key.responsible_id = ${userId}))`

/** Condition for the rows that a call sees: active ones, archived ones, or both. */
export function isInView(
  org: OrgDatabase,
  archivedAt: 'flow.archived_at' | 'environment.archived_at',
): RawBuilder<boolean> {
  const column = sql.ref(archivedAt)
  const conditions = {
    exclude: sql<boolean>`${column} is null`,
    include: sql<boolean>`true`,
    only: sql<boolean>`${column} is not null`,
  }
  return conditions[org.archived]
}

/** Condition for entries of the register of overrides: in an archived flow no request is decided. */
export const isNotStuck = (entry: 'entry' | 'override_entry'): RawBuilder<boolean> =>
  sql`(${sql.ref(`${entry}.standing`)} <> 'requested' or flow.archived_at is null)`

/** Condition that an override of the register has not ended, and that a later record counts in its place. */
export const isReplaced = (entry: 'entry' | 'override_entry' | 'newest'): RawBuilder<boolean> =>
  sql`(${sql.ref(`${entry}.standing`)} = 'stands' and ${sql.ref(`${entry}.is_replaced`)})`

/** State of an exception that counts, by when it ends: `expiring` or `active`. */
export const soonOrActive = (expiresAt: RawBuilder<unknown>, now: number): RawBuilder<unknown> =>
  sql`case when ${expiresAt} <= ${now + weekSeconds} then 'expiring' else 'active' end`

/** State of an override or a request of the register. */
export const stateOfEntry = (entry: 'entry' | 'override_entry' | 'newest', now: number) => {
  const standing = sql.ref(`${entry}.standing`)
  return sql<OverrideState>`case when ${standing} <> 'stands' then ${standing}
    when ${isReplaced(entry)} then 'replaced'
    else ${soonOrActive(sql.ref(`${entry}.expires_at`), now)} end`
}

/** Returns whether a call sees a record that is or is not archived, like `isInView`. */
export const sees = (org: OrgDatabase, isArchived: boolean): boolean =>
  org.archived === 'include' || isArchived === (org.archived === 'only')

/** Columns of the joined trail for `wholeStatus`. */
export const storedStatus = [
  'trail_status.status',
  'trail_status.recent',
  'trail_status.recent_of_artifacts',
  'trail_status.evaluated_at',
] as const

/** Whether the joined trail is compliant though no evidence is expected or was reported. */
export const isNothingExpected = sql<boolean>`case
  when trail_status.state = 'COMPLIANT' and trail_status.expected_count = 0
  and trail_status.recent is null
  then not jsonb_path_exists(trail_status.status::jsonb, '$.**.attestation_name')
  else false end`

/** Whether the joined flow is archived. */
export const isOfArchivedFlow = sql<boolean>`flow.archived_at is not null`

/** Whether the joined environment is archived. */
export const isOfArchivedEnvironment = sql<boolean>`environment.archived_at is not null`

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
  tag: string,
): RawBuilder<boolean> {
  const [key = '', ...value] = tag.split(':')
  return value.length === 0
    ? sql`jsonb_exists(${sql.ref(column)}, ${key})`
    : sql`${sql.ref(column)} ->> ${key} = ${value.join(':')}`
}

/** Condition that a text of lower-case hex begins with another: a range, which indexes serve. */
export const beginsWith = (column: string, beginning: string) =>
  // "g" is the first text after every one with this beginning.
  sql<boolean>`(${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${`${beginning}g`})`

/** Condition that a text contains each of some words, given in lower case, in any order. */
export function holdsWords(text: RawBuilder<unknown>, words: readonly string[]) {
  const each = words.map((word) => sql`strpos(lower(${text}), ${word}) > 0`)
  return sql<boolean>`(${sql.join([sql`true`, ...each], sql` and `)})`
}

/** Verdict of a state that is null while nothing is known of it. */
export const verdictOfState = (state: RawBuilder<unknown>) =>
  sql<EnvironmentVerdict>`case ${state} when true then 'COMPLIANT'
    when false then 'NON-COMPLIANT' else 'UNKNOWN' end`

type Column = `${string}.${string}`
type OrgOf<Of extends Column> = Of extends `${infer Table}.${string}` ? `${Table}.org_id` : never

/** The column of the organization in the table of another column. */
const orgOf = <Of extends Column>(column: Of) => column.replace(/\.\w+$/, '.org_id') as OrgOf<Of>

/** Condition to join two tables: by their organization, and by a column of each. */
export const onOrgAnd =
  <One extends Column, Other extends Column>(one: One, other: Other) =>
  <Join extends { onRef(left: One | OrgOf<One>, is: '=', right: Other | OrgOf<Other>): Join }>(
    join: Join,
  ): Join =>
    join.onRef(orgOf(one), '=', orgOf(other)).onRef(one, '=', other)
