import type { QueryOf, ResponseOf } from '#contract/common/endpoint.ts'
import {
  type getArtifactVerdict,
  type getEnvironmentVerdict,
  maxFailing,
} from '#contract/verdict/verdict.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { isStale, staleAt } from '#domain/environment/stale-report.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { noStoredQualifiers } from '#domain/verdict/stored-qualifiers.ts'
import {
  noTotals,
  qualifiersOf,
  qualifiersOfArtifact,
  totalQualifiers,
} from '#domain/verdict/qualifiers.ts'
import { artifactNode } from '#domain/verdict/verdict-tree.ts'
import { environmentState } from '#domain/verdict/verdict.ts'
import { environmentOfPath, silenceOf } from '#server/environment/load-environment.ts'
import { readStatus } from '#server/environment/status-queries.ts'
import { evaluateArtifacts, rulesOfAnyEnvironment } from '#server/evaluation/evaluate-artifacts.ts'
import { listProvenance } from '#server/evaluation/provenance-queries.ts'
import { countVerdicts, shortVerdict } from '#server/evaluation/summarize-verdict.ts'
import { readVerdicts } from '#server/evaluation/verdict-queries.ts'
import { evidenceLimits, reportingRules } from '#server/organization/settings.ts'
import { notFound, fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listApplied } from '#server/snapshot/compare-rules.ts'
import { findSnapshotOfPath } from '#server/snapshot/find-snapshot.ts'
import { stateOf } from '#server/snapshot/queries.ts'
import { listRunningBriefIn, namesRunning } from '#server/snapshot/running-queries.ts'
import {
  verdictOf,
  entriesOfSnapshot,
  type SnapshotEnvironment,
} from '#server/snapshot/snapshot-entries.ts'
import { planFixOf } from './plan-fix.ts'

type OfEnvironment = ResponseOf<typeof getEnvironmentVerdict>
type OfArtifact = ResponseOf<typeof getArtifactVerdict>
type ArtifactQuery = QueryOf<typeof getArtifactVerdict>

/** Explains the state of an environment, as a snapshot recorded it. @throws Problem 404 */
export async function readEnvironmentVerdict(
  context: OrgContext,
  name: string,
  expression: string | null,
): Promise<OfEnvironment> {
  const { org } = context
  const requested = await environmentOfPath(context, name)
  const common = { environment_name: name, type: requested.type }
  const isReported = expression !== null || (await stateOf(org, requested.id)).snapshot_index > 0
  if (!isReported) {
    const { policies } = await rulesOfAnyEnvironment(org, requested)
    return {
      ...common,
      snapshot_index: null,
      evaluated_at: context.clock(),
      ...environmentState(policies.length, null),
      ...noSilence,
      policies: policies.map((policy) => ({ name: policy.name, version: policy.version })),
      counts: countVerdicts([]),
      failing: [],
      qualifiers: noQualifiers,
      qualified_count: 0,
      qualified: [],
    }
  }
  const { environment, snapshot } = await findSnapshotOfPath(context, name, expression ?? '-1')
  const recorded = await recordedIn(context, environment, snapshot.index)
  const applied = await listApplied(org, { environment, snapshot })
  const failing = recorded.filter(({ compliant }) => compliant === false).slice(0, maxFailing)
  const limits = await limitsIn(context, snapshot)
  const qualified = recorded.filter(
    ({ compliant, carriers }) =>
      compliant &&
      !isPlain({ verdict: 'compliant', qualifiers: qualifiersOfArtifact(carriers, limits) }),
  )
  const verdicts = await readVerdicts(
    org,
    [...failing, ...qualified.slice(0, maxFailing)].map(({ hash }) => hash),
  )
  const inShort = ({ hash, member, name: artifact, fingerprint }: (typeof recorded)[number]) => {
    const verdict = verdicts.get(hash ?? '')
    return verdict
      ? [shortVerdict(member ?? name, { ...verdict, name: artifact, fingerprint }, limits)]
      : []
  }
  const totals = totalQualifiers(
    recorded.map((one) => ({ ...one, ...(one.carriers ?? noStoredQualifiers) })),
  )
  // A logical environment may be unknown by a member that runs nothing, of which there is no artifact.
  const carrying = snapshot.state === null ? { ...noTotals, judged: totals.judged } : totals
  const { reason } = environmentState(environment.type === 'logical' ? 1 : applied.length, recorded)
  return {
    ...common,
    snapshot_index: snapshot.index,
    evaluated_at: snapshot.created_at,
    state: snapshot.state,
    reason: snapshot.state === null ? 'no_policy' : reason,
    ...(snapshot.next_at === null ? await silenceNow(context, requested.id) : noSilence),
    policies: applied.map((policy) => ({ name: policy.name, version: policy.version })),
    counts: countVerdicts(recorded),
    failing: failing.flatMap(inShort),
    qualifiers: qualifiersOf(carrying, limits),
    qualified_count: qualified.length,
    qualified: qualified.slice(0, maxFailing).flatMap(inShort),
  }
}

const noSilence = { silence: null, silent_environments: [] }

/** Why nobody knows what an environment runs by now, and of which of its members that holds. */
async function silenceNow(
  { org, clock }: OrgContext,
  id: string,
): Promise<Pick<OfEnvironment, 'silence' | 'silent_environments'>> {
  const [row, rules] = await Promise.all([readStatus(org, id), reportingRules(org, clock())])
  const silent = (row.members ?? [row]).filter((one) => isStale(staleAt(one, rules), rules.now))
  return {
    silence: silenceOf(row, rules),
    silent_environments: silent.map(({ name }) => name),
  }
}

/** How old evidence might be while a snapshot was in force. */
const limitsIn = ({ org, clock }: OrgContext, { next_at }: { next_at: number | null }) =>
  evidenceLimits(org, next_at ?? clock())

/** The artifacts of a snapshot with their recorded verdicts. */
async function recordedIn({ org }: OrgContext, environment: SnapshotEnvironment, index: number) {
  const shown = await entriesOfSnapshot(org, environment, index, listRunningBriefIn)
  return shown.flatMap(({ member, entries }) =>
    entries.flatMap((entry) => {
      if (!entry.now) return []
      const verdict = verdictOf(entry)
      return [
        {
          name: entry.row.name,
          fingerprint: entry.row.fingerprint,
          member,
          compliant: verdict?.compliant ?? null,
          carriers: verdict?.carriers ?? null,
          hash: verdict?.hash,
          evaluated_at: verdict?.evaluated_at ?? null,
        },
      ]
    }),
  )
}

/**
 * Explains the verdict of an artifact in an environment: as a snapshot recorded it, or evaluated
 * now; with what would make it comply.
 * @throws Problem 404 for what is unknown, or did not run there
 */
export async function readArtifactVerdict(
  context: OrgContext,
  name: string,
  query: ArtifactQuery,
): Promise<OfArtifact> {
  const environment = await environmentOfPath(context, query.member || name)
  const fingerprint = query.fingerprint ?? ''
  if (!fingerprint && !query.name) {
    throw fieldProblem('fingerprint', 'Give a fingerprint, or the name of what runs')
  }
  const named = {
    fingerprint,
    name: query.name || (await nameOf(context, environment.id, fingerprint)),
  }
  const rules = await rulesOfAnyEnvironment(context.org, environment)
  const [now] = await evaluateArtifacts(context.org, rules, [named])
  if (!now) throw new Error('an evaluated artifact has a verdict')
  const plan = now.compliant === false ? await planFixOf(context.org, rules, named) : null
  if (!query.snapshot) {
    const at = context.clock()
    const verdict = artifactNode(now, at, await evidenceLimits(context.org, at))
    return {
      environment_name: environment.name,
      snapshot_index: null,
      verdict,
      compliant_now: null,
      plan,
    }
  }
  const shown = await findSnapshotOfPath(context, name, query.snapshot)
  const { snapshot } = shown
  const recorded = (await recordedIn(context, shown.environment, snapshot.index)).find(
    (one) =>
      one.fingerprint === fingerprint &&
      one.name === named.name &&
      (!query.member || one.member === query.member),
  )
  if (!recorded) {
    throw notFound(`Artifact '${named.name}' does not run in snapshot '${name}#${snapshot.index}'`)
  }
  const verdicts = await readVerdicts(context.org, [recorded.hash])
  const verdict = verdicts.get(recorded.hash ?? '')
  const unknown = {
    ...named,
    compliant: null,
    reason: 'no_policy' as const,
    places: [],
    policies: [],
  }
  return {
    environment_name: environment.name,
    snapshot_index: snapshot.index,
    verdict: artifactNode(
      verdict ? { ...verdict, ...named } : unknown,
      recorded.evaluated_at ?? snapshot.created_at,
      await limitsIn(context, snapshot),
    ),
    compliant_now: now.compliant,
    plan,
  }
}

/** The name that an artifact runs under, or was built as; its fingerprint if unknown. */
async function nameOf({ org }: OrgContext, environmentId: string, fingerprint: string) {
  const running = await namesRunning(org, environmentId, [fingerprint])
  const [first] = await listProvenance(org, [fingerprint])
  return running.get(fingerprint) ?? first?.filename ?? fingerprint
}
