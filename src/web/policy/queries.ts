import { listAllowedArtifacts } from '#contract/allow-list/allow-list.ts'
import type { BodyOf, QueryInputOf } from '#contract/common/endpoint.ts'
import { previewPolicyEffect } from '#contract/policy/policy-effect.ts'
import {
  getPolicyPage,
  listAttachedPolicies,
  listPolicySummaries,
  previewPolicy,
} from '#contract/policy/policy-page.ts'
import { getPolicy } from '#contract/policy/policy.ts'
import { getRunningNow } from '#contract/snapshot/snapshot-page.ts'
import { call } from '#web/api/call.ts'
import {
  type EndpointQuery,
  bodyQuery,
  endpointQuery,
  isThere,
  versionedQuery,
} from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'

/** Parameters of the list of policies. */
type PolicyListSearch = QueryInputOf<typeof listPolicySummaries> & {
  ignored?: unknown
}

/** A page of policies with what they say now. */
export function policyListQuery(
  org: string,
  search: PolicyListSearch,
): EndpointQuery<typeof listPolicySummaries> {
  return endpointQuery(listPolicySummaries, { org }, queryOf(search))
}

/** A policy with all its versions, and the state that they were read in. */
export function policyQuery(org: string, policy: string) {
  return versionedQuery(getPolicy, { org, policy_name: policy })
}

/** Demands of a policy, and how they fare. */
export function policyPageQuery(org: string, policy: string) {
  return endpointQuery(getPolicyPage, { org, policy_name: policy })
}

/** The policies of an environment. */
export function attachedPoliciesQuery(org: string, env: string) {
  return endpointQuery(listAttachedPolicies, { org, env_name: env })
}

/** Artifacts allowed in an environment despite its policies. */
export function allowListQuery(org: string, env: string) {
  return endpointQuery(listAllowedArtifacts, { org, env_name: env })
}

/** Problems of a draft, or its demands. */
export const draftQuery = (org: string, policy_yaml: string) =>
  bodyQuery(previewPolicy, { org }, { policy_yaml }, () => ({ policy_yaml }))

/** A change of policies whose effect is asked for. */
export type EffectQuestion = BodyOf<typeof previewPolicyEffect>

/** Effect of a change. */
export const effectQuery = (org: string, body: EffectQuestion) =>
  bodyQuery(previewPolicyEffect, { org }, body, () => body)

/** Whether the organization has a policy of this name, an archived one too. */
export const isPolicy = (org: string, policy_name: string) =>
  isThere(() => call(getPolicy, { params: { org, policy_name } }))

/** Artifacts running in an environment. */
export function runningNowQuery(org: string, env: string) {
  return endpointQuery(getRunningNow, { org, env_name: env })
}
