import { type RawBuilder, sql } from 'kysely'

/**
 * Condition that a person answers for a service account: they, or accounts whose keys they made,
 * made the account or a key of it, revoked ones included. They can act as it.
 */
export const isAnsweredForBy = (
  account: { orgId: RawBuilder<unknown>; id: RawBuilder<unknown> },
  userId: string,
) => sql<boolean>`(
  exists (select from service_account where service_account.org_id = ${account.orgId}
    and service_account.id = ${account.id} and service_account.responsible_id = ${userId})
  or exists (select from service_key where service_key.org_id = ${account.orgId}
    and service_key.account_id = ${account.id} and service_key.responsible_id = ${userId}))`
