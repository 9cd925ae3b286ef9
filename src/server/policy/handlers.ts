import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import type { AttachedPolicy, PolicySummary } from '#contract/policy/policy-page.ts'
import { idleAfter, idleRules } from '#domain/policy/policy-rules.ts'
import { controlsOf, parsePolicy } from '#domain/policy/parse-policy.ts'
import { demandsOf } from '#domain/policy/policy-demands.ts'
import { type RuleCounts, ruleResults, writtenRules } from '#domain/policy/rule-results.ts'
import { sumOutcomes } from '#domain/verdict/outcome-counts.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { listVersionsAttached } from '#server/evaluation/provenance-queries.ts'
import { exportAnswer, inBatches } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { tagged } from '#server/request/entity-tag.ts'
import { pagination } from '#server/request/pagination.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { outcomeColumns } from '#server/verdict/verdict-columns.ts'
import { readPolicy, policyProblems } from './check-policy.ts'
import { editedOf, policyOfPath, policyRecords, readResults } from './load-policy.ts'
import { previewPolicyEffect } from './preview-policy-effect.ts'
import { putPolicy, archivePolicy } from './put-policy.ts'
import { listPolicyRows, newestVersion, versionAt } from './queries.ts'
import {
  listSummaryRows,
  listDecidedSince,
  listSummaryIds,
  countSummaries,
  countRules,
} from './summary-queries.ts'

const attachedColumns: Columns<AttachedPolicy> = {
  policy: (policy) => policy.name,
  description: (policy) => policy.description,
  version: (policy) => policy.version,
  demands: (policy) => policy.demands.map(({ text }) => text).join('; '),
  attached_at: (policy) => isoTime(policy.attached_at),
  attached_by: (policy) => policy.attached_by,
  ...outcomeColumns<AttachedPolicy>(({ running }) => running),
}

/** Reads the policies of an environment with their results there. @throws Problem 404 */
async function readAttached(context: OrgContext, environment: string): Promise<AttachedPolicy[]> {
  const { id } = await environmentOfPath(context, environment)
  const [versions, results] = await Promise.all([
    listVersionsAttached(context.org, [id]),
    readResults(context, { environmentId: id }),
  ])
  return versions.flatMap(({ id, name, description, version, document }) => {
    const result = results.find(({ policy_id }) => policy_id === id)
    if (!result) return []
    const { attached_at, attached_by, running } = result
    const demands = demandsOf(document)
    return [{ name, description, version, demands, attached_at, attached_by, running }]
  })
}

export const policyHandlers = {
  async putPolicy(context, { body, file }) {
    if (!file) throw fieldProblem('policy_file', 'Field required')
    const document = readPolicy(file.text)
    const change = {
      name: body.name,
      description: body.description ?? null,
      comment: body.comment ?? '',
      content: file.text,
      document,
    }
    const outcome = await inUnitOfWork(context, (w) => putPolicy(w, change))
    return new Answer(outcome === 'created' ? 201 : 200, 'OK')
  },

  async listPolicies(context) {
    return policyRecords(context, await listPolicyRows(context.org))
  },

  async getPolicy(context, { params }) {
    const row = await policyOfPath(context, params.policy_name)
    const [policy] = await policyRecords(context, [row])
    return tagged(policy!, editedOf)
  },

  archivePolicy: (context, { params }) =>
    answerOk(context, (w) => archivePolicy(w, params.policy_name)),
} satisfies Partial<Handlers>

export const policyEffectHandlers = {
  previewPolicyEffect: (context, { body }) => previewPolicyEffect(context, body),
} satisfies Partial<Handlers>

/** Columns of policies as CSV. */
const policyColumns: Columns<PolicySummary> = {
  name: (policy) => policy.name,
  description: (policy) => policy.description,
  version: (policy) => policy.version,
  environments: (policy) => policy.environments.join(' '),
  ...outcomeColumns<PolicySummary>(({ running }) => running),
  rule_count: (policy) => policy.rule_count,
  last_modified_at: (policy) => isoTime(policy.last_modified_at),
  archived_at: (policy) => isoTime(policy.archived_at),
}

/** Loads rows of the dashboard's list by a few queries, however many there are. */
async function summaries(context: OrgContext, ids: readonly string[]): Promise<PolicySummary[]> {
  const [rows, results] = await Promise.all([
    listSummaryRows(context.org, ids),
    readResults(context, { policyIds: ids }),
  ])
  return rows.map(({ id, document, last_modified_at, archived_at, ...row }) => {
    const own = results.filter((result) => result.policy_id === id)
    return {
      ...row,
      environments: own.map(({ name }) => name),
      running: sumOutcomes(own.map(({ running }) => running)),
      rule_count: demandsOf(document).length,
      last_modified_at,
      archived_at,
    }
  })
}

/** Finds which rules are idle; the time is queried only where some decide nothing now. */
async function findIdle(
  { org, clock }: OrgContext,
  policy: { id: string; name: string },
  document: PolicyDocument,
  tallies: readonly RuleCounts[],
): Promise<boolean[]> {
  const decides = new Set(
    tallies.flatMap(({ position, satisfied }) => (satisfied === null ? [] : [position])),
  )
  if (decides.size === writtenRules(document).length) return []
  const since = clock() - idleAfter
  const before = await versionAt(org, policy.id, since)
  const decided = before && (await listDecidedSince(org, policy, since))
  return before && decided ? idleRules(document, before.document, decided) : []
}

export const policyPageHandlers = {
  async listPolicySummaries(context, { query }) {
    const { org } = context
    const [ids, total] = await Promise.all([
      listSummaryIds(org, query, query),
      countSummaries(org, query),
    ])
    return { data: await summaries(context, ids), pagination: pagination(total, query) }
  },

  async exportPolicies(context, { query }) {
    const { org } = context
    async function* read() {
      const ids = await listSummaryIds(org, query, null)
      for (const some of inBatches(ids)) yield summaries(context, some)
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
      readResults(context, { policyIds: [policy.id] }),
      countRules(org, { id: policy.id, name: policy.name, version }),
    ])
    return {
      demands: demandsOf(document),
      environments: results.map(({ policy_id: _, evaluated: __, ...environment }) => environment),
      rules: ruleResults(
        { name: policy.name, version, document },
        {
          environments: results.map(({ evaluated }) => evaluated),
          tallies,
          idle: await findIdle(context, policy, document, tallies),
        },
      ),
      controls: controlsOf(document),
    }
  },

  listAttachedPolicies: (context, { params }) => readAttached(context, params.env_name),

  async exportAttachedPolicies(context, { params, query }) {
    const environment = params.env_name
    const rows = await readAttached(context, environment)
    return exportAnswer(context, {
      list: 'attached-policies',
      environment,
      query,
      columns: attachedColumns,
      read: () => [rows],
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
