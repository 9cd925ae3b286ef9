import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { getPolicy } from '#contract/policy/policy.ts'
import { canDeploy, getArtifactVerdict, getEnvironmentVerdict } from '#contract/verdict/verdict.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** A policy with its versions. */
export const policyQuery = (org: string, name: string) =>
  endpointQuery(getPolicy, { org, policy_name: name })

/** Why an environment has its state, by its newest snapshot or by one of them. */
export const environmentVerdictQuery = (org: string, env: string, snapshot: string | undefined) =>
  endpointQuery(getEnvironmentVerdict, { org, env_name: env }, { snapshot })

/** Why an artifact has its verdict in an environment. */
export const artifactVerdictQuery = (
  org: string,
  env: string,
  query: QueryInputOf<typeof getArtifactVerdict>,
) => endpointQuery(getArtifactVerdict, { org, env_name: env }, query)

/** Whether artifacts would comply in environments. */
export const canDeployQuery = (org: string, question: QueryInputOf<typeof canDeploy>) =>
  endpointQuery(canDeploy, { org }, question)
