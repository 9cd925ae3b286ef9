import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe, timestamp } from '#contract/common/fields.ts'
import { paging, paged } from '#contract/common/pagination.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { draftProblem } from '#contract/template/template.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { outcomeCounts } from '#contract/verdict/standing.ts'
import { ruleTypes } from '#contract/verdict/policy-evaluation.ts'

/** Query of the dashboard's list of policies. */
export const policyListQuery = z.object({
  ...paging({ per_page: 25 }),
  /** Part of the name or the description, in any case. */
  q: maybe(z.string()),
  /** Only policies attached to any of these environments. */
  environment: maybe(z.array(z.string())),
  /** Only policies whose newest version requires a decision for any of these controls. */
  control: maybe(z.array(z.string())),
  archived: z._default(z.boolean(), false),
})

/** A rule in words, and its 1-based line in the YAML. */
const demand = z.object({ text: z.string(), line: z.int() })

/** A row of the dashboard's list of policies. */
export const policySummary = z.object({
  name: z.string(),
  description: z.string(),
  /** The newest version. */
  version: z.int(),
  /** Names of the active environments that it is attached to. */
  environments: z.array(z.string()),
  /** Running artifacts in its environments, by their outcome there. */
  running: outcomeCounts,
  rule_count: z.int(),
  last_modified_at: timestamp,
  archived_at: z.nullable(timestamp),
})
export type PolicySummary = z.output<typeof policySummary>

export const listPolicySummaries = endpoint({
  name: 'listPolicySummaries',
  method: 'GET',
  path: '/cairn/{org}/policies',
  access: 'reader',
  query: policyListQuery,
  response: paged(policySummary),
})

const attached = { attached_at: timestamp, attached_by: z.string(), running: outcomeCounts }

/** An environment to which a policy is attached, with its results there. */
const policyEnvironment = z.object({
  name: z.string(),
  type: environmentType,
  state: z.nullable(z.boolean()),
  /** When it becomes stale without another report; null for never. */
  stale_at: z.nullable(timestamp),
  /** Qualifiers of `state`. */
  qualifiers,
  ...attached,
})
export type PolicyEnvironment = z.output<typeof policyEnvironment>

/** A rule of the newest version, with its results in all environments now. */
const ruleResult = z.object({
  type: z.enum(ruleTypes),
  ...demand.shape,
  /** Running artifacts in its environments, by the outcome of this rule alone. */
  running: outcomeCounts,
  /** Of `running.by_exception`, those that an exception of the policy frees from the rule. */
  exempt: z.int(),
  /** Its exceptions, or its condition, without the `${{ }}`. */
  conditions: z.array(z.string()),
  /** Numbers of artifacts in environments exempt by its conditions, by flow; null: no flow. */
  let_off: z.array(z.object({ flow_name: z.nullable(z.string()), count: z.int() })),
  /** Whether it applied to nothing for 90 days, although it was in effect. */
  is_idle: z.boolean(),
  /** Line of another rule that makes it redundant. */
  shadowed_by: z.nullable(z.int()),
})
export type RuleResult = z.output<typeof ruleResult>

export const getPolicyPage = endpoint({
  name: 'getPolicyPage',
  method: 'GET',
  path: '/cairn/{org}/policies/{policy_name}',
  access: 'reader',
  response: z.object({
    demands: z.array(demand),
    environments: z.array(policyEnvironment),
    rules: z.array(ruleResult),
    /** Identifiers of the controls for which it requires decisions. */
    controls: z.array(z.string()),
  }),
})

/** A policy attached to an environment, with its results there. */
export const attachedPolicy = z.object({
  name: z.string(),
  description: z.string(),
  version: z.int(),
  demands: z.array(demand),
  ...attached,
})
export type AttachedPolicy = z.output<typeof attachedPolicy>

export const listAttachedPolicies = endpoint({
  name: 'listAttachedPolicies',
  method: 'GET',
  path: '/cairn/{org}/environments/{env_name}/policies',
  access: 'reader',
  response: z.array(attachedPolicy),
})

export const exportAttachedPolicies = endpoint({
  name: 'exportAttachedPolicies',
  ...download,
  path: '/cairn/{org}/exports/environments/{env_name}/policies',
  access: 'reader',
  query: z.object(exportFormat),
})

const condition = z.object({ text: z.string() })
const requirement = z.object({
  required: z.boolean(),
  exceptions: z.array(z.object({ if: condition })),
  line: z.nullable(z.int()),
})

/** Maximum number of characters of a policy. */
export const maxPolicy = 512 * 1024

export const previewPolicy = endpoint({
  name: 'previewPolicy',
  method: 'POST',
  path: '/cairn/{org}/policy_preview',
  access: 'reader',
  body: {
    kind: 'json',
    schema: z.object({ policy_yaml: z.string().check(z.maxLength(maxPolicy)) }),
  },
  response: z.object({
    /** The first 50, in the order of the draft. */
    problems: z.array(draftProblem),
    /** Rules in words; none where the draft cannot be parsed. */
    demands: z.array(demand),
    /** The parsed draft; null where it cannot be parsed. */
    document: z.nullable(
      z.object({
        artifacts: z.object({
          provenance: requirement,
          trail_compliance: requirement,
          attestations: z.array(
            z.object({
              name: z.string(),
              type: z.string(),
              if: z.nullable(condition),
              must_be_compliant: z.boolean(),
              for_control: z.nullable(z.string()),
              line: z.int(),
            }),
          ),
        }),
      }),
    ),
  }),
})

export const exportPolicies = endpoint({
  name: 'exportPolicies',
  ...download,
  path: '/cairn/{org}/exports/policies',
  access: 'reader',
  query: z.extend(z.omit(listPolicySummaries.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const policyPageTexts = {
  listPolicySummaries: {
    summary: 'List policies by name with what they say of all that runs where they are attached',
    description:
      'Returns one page of policies, each with its newest version and how many running artifacts it passes and fails. A page has 25 unless `per_page` says otherwise.',
  },
  getPolicyPage: {
    summary:
      'Get what the newest version of a policy demands, and the results where it is attached',
    description:
      'Returns each demand of the newest version in words, the environments that have it attached with their results, the results of each rule, and the controls that it asks decisions for. An unknown policy is 404.',
  },
  listAttachedPolicies: {
    summary: 'List the policies that are attached to an environment, with what they say there',
    description:
      'Returns each policy with its version, who attached it and when, and how many running artifacts it passes and fails there. It is not paged.',
  },
  exportAttachedPolicies: {
    summary: 'Export the policies that are attached to an environment, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each policy, with its version, who attached it and when, what it demands and how many running artifacts it passes and fails there. The export is recorded in the audit log.',
  },
  previewPolicy: {
    summary: "Find a policy draft's errors, or say what it demands; nothing is stored",
    description:
      'Returns up to 50 problems with line and column, and the demands and rules that could be read. A draft with problems is answered with 200.',
  },
  exportPolicies: {
    summary: 'Export all policies that match, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each policy, with its newest version, where it is attached and how many artifacts it passes and fails there. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
