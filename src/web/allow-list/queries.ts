import { listAllowanceProposals } from '#contract/allow-list/allowance-proposal.ts'
import { getOverrideSettings } from '#contract/organization/organization-settings.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** Requests for entries of an environment that wait. */
export const allowanceRequestsQuery = (org: string, env: string) =>
  endpointQuery(listAllowanceProposals, { org }, { environment_name: env })

/** Which environments ask for approval, and how long entries may stand. */
export const approvalSettingsQuery = (org: string) => endpointQuery(getOverrideSettings, { org })
