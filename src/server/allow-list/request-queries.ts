import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import {
  type listAllowanceProposals,
  maxAllowanceProposals,
} from '#contract/allow-list/allowance-proposal.ts'
import { isAnsweredForBy, isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

const withEnvironment = (org: OrgDatabase) =>
  org
    .selectFrom('allowed_artifact')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'allowed_artifact.org_id')
        .onRef('environment.id', '=', 'allowed_artifact.environment_id'),
    )
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
  const account = {
    orgId: sql`allowed_artifact.org_id`,
    id: sql`allowed_artifact.created_by_id`,
  }
  let query = withEnvironment(org)
    .select(isAnsweredForBy(account, responsibleId).as('is_of_own_account'))
    .where('allowed_artifact.standing', '=', 'requested')
    .where(isInView(org, 'environment.archived_at'))
  if (environment_name != null) query = query.where('environment.name', '=', environment_name)
  return query
    .orderBy('allowed_artifact.created_at', 'desc')
    .orderBy('allowed_artifact.id', 'desc')
    .limit(maxAllowanceProposals)
    .execute()
}
