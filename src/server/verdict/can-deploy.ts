import type { QueryOf, ResponseOf } from '#contract/common/endpoint.ts'
import { type canDeploy as endpoint, maxCarrying, maxResults } from '#contract/verdict/verdict.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import { storedQualifiersOf } from '#domain/verdict/stored-qualifiers.ts'
import { qualifiersOf, totalQualifiers } from '#domain/verdict/qualifiers.ts'
import { type ArtifactVerdict, logicalState } from '#domain/verdict/verdict.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import {
  evaluateArtifacts,
  type EnvironmentRules,
  rulesOfAnyEnvironment,
} from '#server/evaluation/evaluate-artifacts.ts'
import type { NamedArtifact } from '#server/evaluation/policy-input.ts'
import { listProvenance } from '#server/evaluation/provenance-queries.ts'
import { countVerdicts, shortVerdict, worstFirst } from '#server/evaluation/summarize-verdict.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { listBriefly } from '#server/override/state-queries.ts'
import { Problem, fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findSnapshotOfFullExpression } from '#server/snapshot/find-snapshot.ts'
import { namesRunning, listRunningBriefIn } from '#server/snapshot/running-queries.ts'
import { entriesOfSnapshot } from '#server/snapshot/snapshot-entries.ts'

type Query = QueryOf<typeof endpoint>
type Answer = ResponseOf<typeof endpoint>
type Artifact = Answer['artifacts'][number]

/** The verdict on an artifact in an environment. */
interface Evaluated {
  environment: string
  verdict: ArtifactVerdict
}

/** A target environment, with its rules, or with why it has none. */
interface Target {
  about: Answer['environments'][number]
  id: string | null
  rules: EnvironmentRules | null
}

/**
 * Returns whether artifacts would comply in environments if reported now. An unknown environment
 * gets an error; the others are answered.
 * @throws Problem 400 for no input, or 404 for an unknown snapshot
 */
export async function canDeploy(context: OrgContext, query: Query): Promise<Answer> {
  const names = [...new Set(query.environment)]
  const artifacts = await findArtifacts(context, query)
  const targets: Target[] = []
  for (const name of names) targets.push(await targetOf(context, name))
  const evaluated: Evaluated[] = []
  for (const target of targets) evaluated.push(...(await evaluateIn(context, target, artifacts)))
  const limits = await evidenceLimits(context.org, context.clock())
  const results = evaluated.map(({ environment, verdict }) =>
    shortVerdict(environment, verdict, limits),
  )
  const sorted = worstFirst(results)
  const totals = totalQualifiers(
    evaluated.map(({ verdict }) => ({
      ...storedQualifiersOf(verdict),
      compliant: verdict.compliant,
    })),
  )
  const overrides = await listBriefly(context.org, totals.override_ids)
  return {
    evaluated_at: context.clock(),
    compliant: logicalState(results.map(({ compliant }) => compliant)),
    counts: countVerdicts(results),
    qualifiers: qualifiersOf(totals, limits),
    overrides: overrides.slice(0, maxCarrying).map(({ id, name, by, ...at }) => ({
      override_id: id,
      attestation_name: name,
      created_by: by,
      ...at,
    })),
    artifacts,
    environments: targets.map(({ about }) => about),
    results: sorted.slice(0, maxResults),
    has_more: sorted.length > maxResults,
  }
}

/** Finds the artifacts in question: given by fingerprint, and those that ran in a snapshot. */
async function findArtifacts(context: OrgContext, query: Query): Promise<Artifact[]> {
  const { org } = context
  const fingerprints = [...new Set(query.fingerprint)]
  if (fingerprints.length === 0 && !query.snapshot) {
    throw fieldProblem('fingerprint', 'Give a fingerprint, or a snapshot')
  }
  const [records, seen] = await Promise.all([
    listProvenance(org, fingerprints),
    namesRunning(org, null, fingerprints),
  ])
  const named = fingerprints.map((fingerprint) => {
    const [first] = records
      .filter((record) => record.fingerprint === fingerprint)
      .sort((a, b) => a.first_reported_at - b.first_reported_at)
    const name = first?.filename ?? seen.get(fingerprint)
    return { fingerprint, name: name ?? '', is_known: name !== undefined }
  })
  return query.snapshot ? [...named, ...(await artifactsOf(context, query.snapshot))] : named
}

async function artifactsOf(context: OrgContext, expression: string): Promise<Artifact[]> {
  const { environment, snapshot } = await findSnapshotOfFullExpression(
    context,
    'snapshot',
    expression,
  )
  const shown = await entriesOfSnapshot(
    context.org,
    environment,
    snapshot.index,
    listRunningBriefIn,
  )
  const running = shown.flatMap(({ entries }) => entries.flatMap(({ now }) => now ?? []))
  const artifacts = running.map(({ name, fingerprint }) => ({ name, fingerprint, is_known: true }))
  return [...new Map(artifacts.map((one) => [runningKey(one), one])).values()]
}

async function targetOf(context: OrgContext, name: string): Promise<Target> {
  try {
    const environment = await environmentOfPath(context, name)
    const rules = await rulesOfAnyEnvironment(context.org, environment)
    const policies = rules.policies.map((policy) => policy.name)
    const about = { name, type: environment.type, policies, problem: null }
    return { about, id: environment.id, rules }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const about = { name, type: null, policies: [], problem: error.message }
    return { about, id: null, rules: null }
  }
}

/**
 * Evaluates artifacts in one environment; each under the name that it runs under there, if it does.
 */
async function evaluateIn(
  { org }: OrgContext,
  { about, id, rules }: Target,
  artifacts: readonly Artifact[],
): Promise<Evaluated[]> {
  if (!rules || id === null) return []
  const fingerprints = artifacts.map((artifact) => artifact.fingerprint)
  const running = await namesRunning(org, id, fingerprints)
  const named = artifacts.map(({ name, fingerprint }): NamedArtifact => ({
    name: running.get(fingerprint) ?? name,
    fingerprint,
  }))
  const verdicts = await evaluateArtifacts(org, rules, named)
  return verdicts.map((verdict) => ({ environment: about.name, verdict }))
}
