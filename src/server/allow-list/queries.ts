import { sql } from 'kysely'
import {
  type listAllowanceProposals,
  maxAllowanceProposals,
} from '#contract/allow-list/allowance-proposal.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import { isAnsweredForBy, isInView, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow } from '#server/database/tables.ts'
import type { EndKind } from '#server/database/tables/override.ts'
import { automaticActor } from '#server/platform/actor.ts'

/** Condition that the allowed artifact runs in its environment now. */
const isRunning = ({ orgId }: OrgDatabase) => sql<boolean>`exists (
  select from running
  where running.org_id = ${orgId}
    and running.environment_id = allowed_artifact.environment_id
    and running.fingerprint = allowed_artifact.fingerprint and running.to_index is null)`

const entries = (org: OrgDatabase, standing: 'stands' | 'requested') =>
  org.selectFrom('allowed_artifact').where('allowed_artifact.standing', '=', standing)

/** Artifacts allowed in an environment, newest first. */
export function listAllowed(org: OrgDatabase, environmentId: string) {
  return entries(org, 'stands')
    .selectAll('allowed_artifact')
    .select(isRunning(org).as('is_running'))
    .where('allowed_artifact.environment_id', '=', environmentId)
    .orderBy('allowed_artifact.created_at', 'desc')
    .orderBy('allowed_artifact.fingerprint')
    .execute()
}

/** The entry of an artifact that stands, or waits, on the allow-list of an environment. */
export function findEntry(
  org: OrgDatabase,
  standing: 'stands' | 'requested',
  { environmentId, fingerprint }: { environmentId: string; fingerprint: string },
) {
  return entries(org, standing)
    .selectAll('allowed_artifact')
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.fingerprint', '=', fingerprint)
    .executeTakeFirst()
}
export type AllowedRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** Adds an entry, or a request for one, to the allow-list of an environment, which is locked. */
export async function insertEntry(
  org: OrgDatabase,
  entry: Omit<NewRow<'allowed_artifact'>, 'ended_at' | 'ended_by'>,
): Promise<void> {
  await org.insertInto('allowed_artifact', { ...entry, ended_at: null, ended_by: null }).execute()
}

/** Changes an entry; called with its environment locked. */
export async function updateEntry(
  org: OrgDatabase,
  id: string,
  fields: Partial<Omit<AllowedRow, 'org_id' | 'id'>>,
): Promise<void> {
  await org
    .updateTable('allowed_artifact')
    .set(fields)
    .where('allowed_artifact.id', '=', id)
    .execute()
}

/** Ends an entry, or decides about a request, which stays in the register. */
export const endEntry = (
  org: OrgDatabase,
  id: string,
  { standing, at, by }: { standing: EndKind | 'declined'; at: number; by: string },
): Promise<void> => updateEntry(org, id, { standing, ended_at: at, ended_by: by })

/** Allowed artifacts among some in some environments. */
export function listAllowedAmong(
  org: OrgDatabase,
  environmentIds: readonly string[],
  fingerprints: readonly string[],
) {
  return entries(org, 'stands')
    .select(['allowed_artifact.environment_id', 'allowed_artifact.fingerprint'])
    .where(sql<boolean>`allowed_artifact.environment_id = any(${environmentIds})`)
    .where(sql<boolean>`allowed_artifact.fingerprint = any(${fingerprints})`)
    .execute()
}

/** Ids of entries and requests about some artifacts in some environments, open between two instants. */
export async function listIdsBetween(
  org: OrgDatabase,
  environmentIds: readonly string[],
  fingerprints: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const rows = await org
    .selectFrom('allowed_artifact')
    .select('allowed_artifact.id')
    .where(sql<boolean>`allowed_artifact.environment_id = any(${environmentIds})`)
    .where(sql<boolean>`allowed_artifact.fingerprint = any(${fingerprints})`)
    .where('allowed_artifact.created_at', '<=', to)
    .where((where) =>
      where.or([
        where('allowed_artifact.ended_at', 'is', null),
        where('allowed_artifact.ended_at', '>=', from),
      ]),
    )
    .orderBy('allowed_artifact.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** An artifact whose allowance has expired, and who set the end. */
export interface ExpiredRow {
  fingerprint: string
  name: string
  expires_by: string | null
  expires_by_id: string | null
}

/** Environments with expired allowances. */
export async function expiredIn(org: OrgDatabase, now: number, limit: number): Promise<string[]> {
  const rows = await entries(org, 'stands')
    .select('allowed_artifact.environment_id')
    .distinct()
    .where('allowed_artifact.expires_at', '<=', now)
    .orderBy('allowed_artifact.environment_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.environment_id)
}

/** Ends expired allowances of an environment, which is locked. */
export function endExpired(
  org: OrgDatabase,
  environmentId: string,
  now: number,
): Promise<ExpiredRow[]> {
  return org
    .updateTable('allowed_artifact')
    .set({ standing: 'expired', ended_at: now, ended_by: automaticActor.name })
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.standing', '=', 'stands')
    .where('allowed_artifact.expires_at', '<=', now)
    .returning(['allowed_artifact.fingerprint', 'allowed_artifact.name'])
    .returning(['allowed_artifact.expires_by', 'allowed_artifact.expires_by_id'])
    .execute()
}

const withEnvironment = (org: OrgDatabase) =>
  org
    .selectFrom('allowed_artifact')
    .innerJoin('environment', onOrgAnd('environment.id', 'allowed_artifact.environment_id'))
    .selectAll('allowed_artifact')
    .select('environment.name as environment_name')

/** Finds an entry of an allow-list, or a request for one, with its environment. */
export function findEntryById(org: OrgDatabase, id: string) {
  return withEnvironment(org).where('allowed_artifact.id', '=', id).executeTakeFirst()
}
export type EntryWithEnvironment = NonNullable<Awaited<ReturnType<typeof findEntryById>>>

/** Requests that wait, newest first, and whether a person answers for who made each. */
export function listRequests(
  org: OrgDatabase,
  { environment_name }: QueryOf<typeof listAllowanceProposals>,
  responsibleId: string,
) {
  const isOwn = isAnsweredForBy(org, sql`allowed_artifact.created_by_id`, responsibleId)
  let query = withEnvironment(org)
    .select(isOwn.as('is_of_own_account'))
    .where('allowed_artifact.standing', '=', 'requested')
    .where(isInView(org, 'environment.archived_at'))
  if (environment_name != null) query = query.where('environment.name', '=', environment_name)
  return query
    .orderBy('allowed_artifact.created_at', 'desc')
    .orderBy('allowed_artifact.id', 'desc')
    .limit(maxAllowanceProposals)
    .execute()
}
