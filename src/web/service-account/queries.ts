import {
  getServiceAccount,
  getServiceAccountPage,
  listServiceAccountSummaries,
} from '#contract/service-account/service-account.ts'
import { endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'

/** Query options of the list of service accounts. */
export const accountsQuery = (org: string) => endpointQuery(listServiceAccountSummaries, { org })

/** Query options of a service account with its keys. */
export const accountPageQuery = (org: string, name: string) =>
  endpointQuery(getServiceAccountPage, { org, name })

/** Query options of a service account for a form. */
export const editedAccountQuery = (org: string, name: string) =>
  versionedQuery(getServiceAccount, { org, name })
