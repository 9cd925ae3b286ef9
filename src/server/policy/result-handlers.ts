import { mostExceptions, type PolicySummary } from '#contract/policy-results.ts'
import { controlsOf } from '#domain/policy-document.ts'
import { environmentOfPath } from '../change/environment-path.ts'
import { policyOfPath } from '../change/policy-record.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { listAttached } from './attachment-queries.ts'
import {
  countPolicies,
  countRules,
  listExceptions,
  listPolicyPage,
  listResults,
  type PolicyFilters,
  type PolicyPageRow,
} from './result-queries.ts'

const whole: PolicyFilters = { q: null, environment: null, control: null, isArchived: false }

function countOf({ artifacts }: PolicyPageRow['document']): number {
  const written = [artifacts.provenance, artifacts.trail_compliance].filter((rule) => rule.line)
  return written.length + artifacts.attestations.length
}

async function summaries({ org }: OrgContext, rows: PolicyPageRow[]): Promise<PolicySummary[]> {
  const results = await listResults(org, { policyIds: rows.map((row) => row.id) })
  return rows.map((row) => ({
    name: row.name,
    description: row.description,
    version: row.version,
    rule_count: countOf(row.document),
    controls: controlsOf(row.document),
    last_modified_at: row.last_modified_at,
    last_modified_by: row.last_modified_by,
    archived_at: row.archived_at,
    environments: results
      .filter(({ policy_id }) => policy_id === row.id)
      .map(({ policy_id: _, ...result }) => result),
  }))
}

export const policyResultHandlers = {
  async listPolicySummaries(context, { query }) {
    const filters = {
      q: query.q || null,
      environment: query.environment || null,
      control: query.control || null,
      isArchived: query.archived === true,
    }
    const [rows, total] = await Promise.all([
      listPolicyPage(context.org, filters, query),
      countPolicies(context.org, filters),
    ])
    return { data: await summaries(context, rows), pagination: pagination(total, query) }
  },

  async getPolicyResults(context, { params }) {
    const { org } = context
    const { id, name } = await policyOfPath(context, params.policy_name)
    const rows = await listPolicyPage(org, { ...whole, id }, { page: 1, per_page: 1 })
    const [[summary], rules, exceptions] = await Promise.all([
      summaries(context, rows),
      countRules(org, { id, name }),
      listExceptions(org, { id, name }, mostExceptions),
    ])
    return { summary: summary!, rules, exceptions }
  },

  async listEnvironmentPolicies(context, { params }) {
    const { org } = context
    const environment = await environmentOfPath(context, params.env_name)
    const attached = await listAttached(org, environment.id)
    const results = await listResults(org, { environmentId: environment.id })
    const found = []
    for (const { id } of attached) {
      const [row] = await listPolicyPage(org, { ...whole, id }, { page: 1, per_page: 1 })
      const result = results.find((one) => one.policy_id === id)
      if (!row || !result) continue
      const { policy_id: _id, type: _type, ...rest } = result
      const { name, description, version, content } = row
      found.push({ ...rest, name, description, version, policy_yaml: content })
    }
    return found
  },
} satisfies Partial<Handlers>
