import * as z from 'zod/mini'
import { maybe, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { environmentType } from './environment-type.ts'
import { paged, paging } from './page.ts'
import { ruleTypes } from './policy-evaluation.ts'

/** How a policy does in an environment, by its newest snapshot. */
const result = {
  state: z.nullable(z.boolean()),
  /** The version that the newest snapshot was judged by; null before the first. */
  applied_version: z.nullable(z.int()),
  /** Artifacts that run there and satisfy the policy, or fail it, allowed ones too. */
  passing: z.int(),
  failing: z.int(),
  attached_at: timestamp,
  attached_by: z.string(),
}

/** A row of the dashboard's list of policies (product.md 3.16). */
export const policySummary = z.object({
  name: z.string(),
  description: z.string(),
  /** The newest. */
  version: z.int(),
  rule_count: z.int(),
  /** Controls that it wants decisions for. */
  controls: z.array(z.string()),
  last_modified_at: timestamp,
  last_modified_by: z.string(),
  archived_at: z.nullable(timestamp),
  environments: z.array(z.object({ name: z.string(), type: environmentType, ...result })),
})
export type PolicySummary = z.output<typeof policySummary>

/** What the dashboard's list of policies is asked. */
export const policyListQuery = z.object({
  ...paging({ per_page: 25 }),
  /** A part of the name or the description, any case. */
  q: maybe(z.string()),
  /** Attached there. */
  environment: maybe(z.string()),
  /** Wants decisions for this control. */
  control: maybe(z.string()),
  /** Archived ones instead of those in use. */
  archived: maybe(z.boolean()),
})

export const listPolicySummaries = endpoint({
  method: 'GET',
  path: '/cairn/{org}/policies',
  access: 'reader',
  query: policyListQuery,
  response: paged(policySummary),
  status: [200],
  summary: 'List policies with how they do where they are attached, by name',
  decided: 'product.md 3.16',
})

/** Artifacts that a rule is not asked of that are listed at most. */
export const mostExceptions = 100

export const getPolicyResults = endpoint({
  method: 'GET',
  path: '/cairn/{org}/policies/{policy_name}/results',
  access: 'reader',
  response: z.object({
    summary: policySummary,
    /** How each rule of the newest version does, over everything that it judges now. */
    rules: z.array(
      z.object({
        /** 1-based line of the YAML. */
        line: z.int(),
        type: z.enum(ruleTypes),
        satisfied: z.int(),
        failing: z.int(),
        /** Not asked: by an exception or a condition. */
        ignored: z.int(),
      }),
    ),
    /** What rules are not asked of. */
    exceptions: z.array(
      z.object({
        line: z.int(),
        environment_name: z.string(),
        artifact_name: z.string(),
        fingerprint: z.string(),
      }),
    ),
  }),
  status: [200],
  summary: 'Get how a policy does: by environment, by rule, and the exceptions in use',
  decided: 'product.md 3.16',
})

export const listEnvironmentPolicies = endpoint({
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/policies',
  access: 'reader',
  response: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      /** The newest, and its YAML. */
      version: z.int(),
      policy_yaml: z.string(),
      ...result,
    }),
  ),
  status: [200],
  summary: 'List the policies of an environment with how they do there, by name',
  decided: 'product.md 3.11',
})
