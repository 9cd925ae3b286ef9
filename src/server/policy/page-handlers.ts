import type { PolicyDocument } from '#contract/policy-document.ts'
import type { PolicyResults, PolicySummary, RuleResult } from '#contract/policy-page.ts'
import { idleAfter, idleRules } from '#domain/idle-rules.ts'
import { demandsOf } from '#domain/policy-demands.ts'
import { controlsOf, parsePolicy } from '#domain/policy-document.ts'
import { ruleResults, type RuleTally } from '#domain/rule-results.ts'
import { environmentOfPath } from '../change/environment-path.ts'
import { policyProblems } from '../change/policy-controls.ts'
import { policyOfPath } from '../change/policy-record.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { inBatches } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { pagination } from '../page.ts'
import { listVersionsAttached } from './attachment-queries.ts'
import { policyColumns } from './export-columns.ts'
import { newestVersion, versionAt } from './queries.ts'
import { listDecidedSince, tallyRules } from './rule-queries.ts'
import { countSummaries, listResults, listSummaryIds, listSummaryRows } from './summary-queries.ts'

const none: PolicyResults = { compliant: 0, non_compliant: 0, unknown: 0 }

const sumOf = (results: readonly { running: PolicyResults }[]) =>
  results.reduce<PolicyResults>(
    (sum, { running }) => ({
      compliant: sum.compliant + running.compliant,
      non_compliant: sum.non_compliant + running.non_compliant,
      unknown: sum.unknown + running.unknown,
    }),
    none,
  )

/** Rows of the dashboard's list: two queries, however many there are. */
async function summaries(org: OrgDatabase, ids: readonly string[]): Promise<PolicySummary[]> {
  const [rows, results] = await Promise.all([
    listSummaryRows(org, ids),
    listResults(org, { policyIds: ids }),
  ])
  return rows.map(({ id, document, last_modified_at, archived_at, ...row }) => {
    const own = results.filter((result) => result.policy_id === id)
    return {
      ...row,
      environments: own.map(({ name }) => name),
      running: sumOf(own),
      rule_count: demandsOf(document).length,
      last_modified_at,
      archived_at,
    }
  })
}

/** How rules fare; only of those that decide nothing now it is asked for how long. */
async function ruleHealth(
  { org, clock }: OrgContext,
  policy: { id: string; name: string },
  document: PolicyDocument,
  tallies: readonly RuleTally[],
): Promise<RuleResult[]> {
  const rules = ruleResults(document, tallies)
  if (rules.every(({ satisfied, failed }) => satisfied + failed > 0)) return rules
  const since = clock() - idleAfter
  const before = await versionAt(org, policy.id, since)
  const decided = before && (await listDecidedSince(org, policy, since))
  if (!before || !decided) return rules
  return ruleResults(document, tallies, idleRules(document, before.document, decided))
}

export const policyPageHandlers = {
  async listPolicySummaries({ org }, { query }) {
    const [ids, total] = await Promise.all([
      listSummaryIds(org, query, query),
      countSummaries(org, query),
    ])
    return { data: await summaries(org, ids), pagination: pagination(total, query) }
  },

  async exportPolicies(context, { query }) {
    const { org } = context
    async function* read() {
      const ids = await listSummaryIds(org, query, null)
      for (const some of inBatches(ids)) yield summaries(org, some)
    }
    return exportAnswer(context, { list: 'policies', query, columns: policyColumns, read })
  },

  async getPolicyPage(context, { params }) {
    const { org } = context
    const policy = await policyOfPath(context, params.policy_name)
    const newest = await newestVersion(org, policy.id)
    if (!newest) return { demands: [], environments: [], rules: [], controls: [] }
    const { version, document } = newest
    const [results, tallies] = await Promise.all([
      listResults(org, { policyIds: [policy.id] }),
      tallyRules(org, { id: policy.id, name: policy.name, version }),
    ])
    return {
      demands: demandsOf(document),
      environments: results.map(({ policy_id: _, ...environment }) => environment),
      rules: await ruleHealth(context, policy, document, tallies),
      controls: controlsOf(document),
    }
  },

  async listAttachedPolicies(context, { params }) {
    const { org } = context
    const { id } = await environmentOfPath(context, params.env_name)
    const [versions, results] = await Promise.all([
      listVersionsAttached(org, id),
      listResults(org, { environmentId: id }),
    ])
    return versions.flatMap(({ id, name, description, version, document }) => {
      const result = results.find(({ policy_id }) => policy_id === id)
      if (!result) return []
      const { attached_at, attached_by, running } = result
      const demands = demandsOf(document)
      return [{ name, description, version, demands, attached_at, attached_by, running }]
    })
  },

  async previewPolicy(context, { body }) {
    const read = parsePolicy(body.policy_yaml)
    if ('problems' in read) return { problems: read.problems, demands: [], document: null }
    const { policy } = read
    const problems = await policyProblems(context, policy)
    return { problems, demands: demandsOf(policy), document: policy }
  },
} satisfies Partial<Handlers>
